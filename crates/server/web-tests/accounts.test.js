import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { browser, server } from "./running.js";

const PASSWORD = "a long board game evening";

/** Waits until the code of the step before is taken for some seconds more. */
async function earlyInStep() {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 12_000) await new Promise((resolve) => setTimeout(resolve, left));
}

/** The one-time code of a secret as it is shown, for so many steps from now. */
function codeOf(secret, steps = 0) {
  const bits = [...secret.replaceAll(" ", "")].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(step).digest();
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

const section = (page, name) => page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });

async function signUp(page, name) {
  await page.goto(`${page.origin}/sign-in`);
  const made = section(page, "Make an account");
  await made.getByLabel("Name").fill(name);
  await made.getByLabel("Password").fill(PASSWORD);
  await made.getByRole("button").click();
  const code = await page.locator(".recovery").getByLabel("Recovery code").inputValue();
  await page.getByRole("button", { name: "I have kept it" }).click();
  await page.waitForSelector(".home");
  return code;
}

async function signIn(page, name, password = PASSWORD) {
  await page.goto(`${page.origin}/sign-in`);
  const enter = section(page, "Sign in");
  await enter.getByLabel("Name").first().fill(name);
  await enter.getByLabel("Password", { exact: true }).fill(password);
  await enter.getByRole("button", { name: "Sign in" }).click();
  return enter;
}

test("what is wrong with a name or a password is said beside it", async () => {
  const page = await browser.visitor(server.origin);
  await page.goto(`${server.origin}/sign-in`);
  const made = section(page, "Make an account");
  const [name, password] = [made.getByLabel("Name"), made.getByLabel("Password")];
  const told = async (field, text) => {
    await made.getByRole("button").click();
    await made.locator(`label:has(input[name=${await field.getAttribute("name")}]) + .fault`).filter({ hasText: text }).waitFor();
    assert.equal(await field.getAttribute("aria-invalid"), "true");
  };
  await name.fill("Admin");
  await password.fill(PASSWORD);
  await told(name, "kept for something else");
  await name.fill("Honorine");
  await password.fill("password123");
  await told(password, "easily guessed");
  assert.equal(await made.locator(".fault").filter({ hasText: "kept for" }).count(), 0, "what was mended is gone");
  await password.fill(PASSWORD);
  await made.getByRole("button").click();
  await page.locator(".recovery").waitFor();
  const other = await browser.visitor(server.origin);
  await other.goto(`${server.origin}/sign-in`);
  const again = section(other, "Make an account");
  await again.getByLabel("Name").fill("Hon0rine");
  await again.getByLabel("Password").fill(PASSWORD);
  await again.getByRole("button").click();
  await again.locator(".field + .fault").filter({ hasText: "looks like it" }).waitFor();
  assert.deepEqual([...page.faults, ...other.faults], []);
  await page.context().close();
  await other.context().close();
});

test("one-time codes are set up, asked for, and a lost password is recovered", async () => {
  const page = await browser.visitor(server.origin);
  const recovery = await signUp(page, "Leocadie");
  assert.match(recovery, /^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);
  await page.goto(`${server.origin}/account`);
  const codes = section(page, "One-time codes");
  await codes.locator("summary").click();
  await codes.getByLabel("Password").fill(PASSWORD);
  await codes.getByRole("button", { name: "Set up" }).click();
  await codes.locator(".secret svg").first().waitFor();
  const secret = await codes.getByLabel("Or type this key").inputValue();
  await earlyInStep();
  await codes.getByLabel("The code it shows now").fill(codeOf(secret, -1));
  await codes.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("From now on a code is asked for").waitFor();

  const other = await browser.visitor(server.origin);
  const enter = await signIn(other, "Leocadie");
  const field = enter.getByLabel("One-time code");
  await field.fill("000000");
  await enter.getByRole("button", { name: "Sign in" }).click();
  await enter.locator(".fault").filter({ hasText: "wrong or was used" }).waitFor();
  await field.fill(codeOf(secret));
  await enter.getByRole("button", { name: "Sign in" }).click();
  await other.waitForSelector(".home");
  await other.context().close();

  const third = await browser.visitor(server.origin);
  await third.goto(`${server.origin}/sign-in`);
  await third.getByText("Forgotten the password?").click();
  const forgotten = third.locator("details");
  await forgotten.getByLabel("Name").fill("Leocadie");
  await forgotten.getByLabel("Recovery code").fill(recovery.toLowerCase());
  await forgotten.getByLabel("New password").fill("seven brown boats");
  await forgotten.getByRole("button").click();
  await third.getByRole("heading", { name: "Keep your recovery code" }).waitFor();
  assert.notEqual(await third.locator(".recovery").getByLabel("Recovery code").inputValue(), recovery);
  assert.deepEqual([...page.faults, ...third.faults], []);
  await third.context().close();
  await page.context().close();
});

test("a session ended elsewhere is noticed, and an account is deleted by its password", async () => {
  const page = await browser.visitor(server.origin);
  await signUp(page, "Sidonie");
  const other = await browser.visitor(server.origin);
  await signIn(other, "Sidonie");
  await other.waitForSelector(".home");
  await other.goto(`${server.origin}/lobby`);
  await other.waitForSelector("main h1", { state: "attached" });
  await page.goto(`${server.origin}/account`);
  await page.getByText("this browser").waitFor();
  await page.getByRole("button", { name: /^Sign out: / }).click();
  await other.getByText("You were signed out.").waitFor();
  await other.getByRole("link", { name: "Sign in" }).waitFor();
  await other.context().close();

  const gone = section(page, "Delete my account");
  await gone.locator("summary").click();
  await gone.getByLabel("Password").fill("not the password");
  await gone.getByRole("button").click();
  await gone.locator(".field + .fault").filter({ hasText: "wrong" }).waitFor();
  await gone.getByLabel("Password").fill(PASSWORD);
  await gone.getByRole("button").click();
  await page.waitForSelector(".home");
  const profile = await page.request.get(`${server.origin}/api/people/Sidonie`);
  assert.equal(profile.status(), 404);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
