// A page without a stream reads itself again after an act: its words change, its reader's place does not.
import htmx from "htmx.org";

document.addEventListener("refresh", () => void htmx.ajax("GET", location.pathname + location.search, { target: "#main", select: "#main", swap: "outerMorph" }));
