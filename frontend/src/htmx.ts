// htmx with its own stream extension, set up for a page whose policy forbids evaluating text.
import htmx from "htmx.org";
import "htmx.org/dist/ext/hx-sse.js";
import { calm, toast } from "./elements/toast-stack";

// The default back-off reaches a minute; a restarted server is back in seconds.
// What a reader has opened stays open, whatever the news. Our policy forbids styles in markup: those that stand
// there were written by a script, and morphing would write them again as markup.
Object.assign(htmx.config, {
  sse: { reconnectMaxDelay: 5000 },
  includeIndicatorCSS: false,
  morphIgnore: ["data-htmx-powered", "open", "style", "data-front", "data-now"],
});

function refuse(): never {
  throw new Error("Our pages evaluate no text: use a custom element instead of hx-on, js: values and trigger filters.");
}

htmx.registerExtension("no-eval", {
  init(api: { initSecurity(policy: undefined, sync: () => never, async: () => never): void }) {
    api.initSecurity(undefined, refuse, refuse);
  },
});

document.addEventListener("htmx:error", (event) => {
  const { ctx, error } = (event as CustomEvent<{ ctx?: object; error: unknown }>).detail;
  // A request that a newer one replaced ends as an abort; that is no news for the reader.
  if (error instanceof DOMException && error.name === "AbortError") return;
  console.error(error);
  if (ctx) toast("The server did not answer. What you see is the last state; try again.", { kind: "bad", about: "connection" });
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = (event as CustomEvent<{ ctx: { response?: object } }>).detail;
  if (ctx.response) calm("connection");
});

// A stream that is left reports its end to nobody: every abort is of our own making.
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});
