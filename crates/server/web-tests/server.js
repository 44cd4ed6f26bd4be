import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = process.env.MERELLE ?? "../../../target/debug/merelle";

/** Tests ask for more than people do. */
const LIMITS = ["requests=100000", "changes=100000", "guests=100000", "entries=100000", "attempts=100000", "sockets=1000", "messages=1000", "traffic=10000"];

/** The program under test, with a folder of its own; it can be killed and started again. */
export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;

  /** @param {{ limits?: string[] }} [how] limits other than those wide enough for tests */
  static async start({ limits = LIMITS } = {}) {
    const server = new Server();
    server.limits = limits;
    server.data = await mkdtemp(join(tmpdir(), "merelle-"));
    server.port = 0;
    await server.up();
    return server;
  }

  get pid() {
    return this.#process?.pid;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it, at the same port as before. */
  async up() {
    const limits = this.limits.flatMap((limit) => ["--limit", limit]);
    const listen = `127.0.0.1:${this.port}`;
    const started = spawn(PROGRAM, ["serve", "--listen", listen, "--data", this.data, ...limits], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = started;
    let said = "";
    this.port = await new Promise((resolve, reject) => {
      const hear = (chunk) => {
        said += chunk;
        const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? [];
        if (port) resolve(Number(port));
      };
      started.stdout.on("data", hear);
      started.stderr.on("data", hear);
      started.on("error", reject);
      started.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** Ends it without a farewell, as a power cut does. */
  async kill() {
    const gone = new Promise((resolve) => this.#process.on("exit", resolve));
    this.#process.kill("SIGKILL");
    await gone;
  }

  async end() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
