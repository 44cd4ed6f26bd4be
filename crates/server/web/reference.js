// The reference has the colours that were chosen on the page.
const { theme } = JSON.parse(localStorage.getItem("settings") ?? "{}");
if (theme) document.documentElement.dataset.theme = theme;

export {};
