// htmx with its own stream extension, set up for a page whose policy forbids evaluating text.
import htmx from "htmx.org";
import "htmx.org/dist/ext/hx-sse.js";
import { toast } from "./elements/toast-stack";

// The default back-off reaches a minute; a restarted server is back in seconds.
// What a reader has opened stays open, whatever the news.
Object.assign(htmx.config, {
  sse: { reconnectMaxDelay: 5000 },
  includeIndicatorCSS: false,
  morphIgnore: ["data-htmx-powered", "open", "data-front", "data-now"],
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
  if (ctx) toast("The server did not answer. What you see is the last state; try again.", { kind: "bad" });
});
