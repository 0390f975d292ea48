// A page without a stream reads itself again after an act: its words change, its reader's place does not.
// Requests may cross: what was asked for before an act knows nothing of it, and a page that was asked for before its
// reader opened something would close that. Either is read once more, the latter without being shown.
import htmx from "htmx.org";

interface Reading {
  request: { method: string };
  select?: string;
  askedAt?: string;
}

type Heard = CustomEvent<{ ctx: Reading }>;

const underWay = new Set<Reading>();
const crossed = new WeakSet<Reading>();

function readAgain(): void {
  const whole = { target: "#main", select: "#main", swap: "outerMorph", askedAt: location.href };
  void htmx.ajax("GET", location.pathname + location.search, whole);
}

document.addEventListener("refresh", () => {
  for (const reading of underWay) crossed.add(reading);
  readAgain();
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = (event as Heard).detail;
  if (ctx.request.method === "GET" && ctx.select && !ctx.askedAt) underWay.add(ctx);
});

document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = (event as Heard).detail;
  if (underWay.delete(ctx) && crossed.has(ctx)) readAgain();
});

document.addEventListener("htmx:before:swap", (event) => {
  const { askedAt } = (event as Heard).detail.ctx;
  if (!askedAt || askedAt === location.href) return;
  event.preventDefault();
  readAgain();
});
