// A form with a file that says how much of it is sent. fetch cannot tell, so htmx sends this form by XMLHttpRequest.
import { toast } from "./toast-stack";

type Request = { method: string; headers: Record<string, string>; body: FormData; timeout?: number };
type Context = { request: Request; fetch?: (address: string, request: Request) => Promise<Response> };

const MB = 1024 * 1024;

class UploadForm extends HTMLElement {
  #sending: XMLHttpRequest | null = null;

  connectedCallback(): void {
    this.addEventListener("htmx:config:request", this.#take);
    this.addEventListener("change", this.#weigh);
    this.querySelector("[data-cancel]")?.addEventListener("click", () => this.#sending?.abort());
  }

  disconnectedCallback(): void {
    this.#sending?.abort();
  }

  // What is too large is said before any of it is sent.
  #weigh = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement) || target.type !== "file") return;
    const most = Number(this.getAttribute("most"));
    const size = target.files?.[0]?.size ?? 0;
    target.setCustomValidity(size > most ? `This file has ${megabytes(size)}; at most ${megabytes(most)} are taken.` : "");
    target.reportValidity();
  };

  #take = (event: Event): void => {
    const { ctx } = (event as CustomEvent<{ ctx: Context }>).detail;
    // A large file may take longer than any other request should.
    ctx.request.timeout = 0;
    ctx.fetch = (address, request) => this.#send(address, request);
  };

  async #send(address: string, { method, headers, body }: Request): Promise<Response> {
    const wire = new XMLHttpRequest();
    this.#sending = wire;
    wire.upload.addEventListener("progress", ({ loaded, total }) => this.#show(loaded, total));
    wire.open(method, address);
    for (const [name, value] of Object.entries({ ...headers, Accept: "application/problem+json" })) wire.setRequestHeader(name, value);
    this.#show(0, 0);
    const answer = await ended(wire, body);
    this.#sending = null;
    if (answer.ok) this.querySelector("form")?.reset();
    else if (!answer.headers.has("HX-Trigger")) toast(await reason(answer.clone()), { kind: "bad" });
    return answer;
  }

  #show(sent: number, total: number): void {
    const bar = this.querySelector("progress");
    const words = this.querySelector("output");
    if (!bar || !words) return;
    const waits = total > 0 && sent >= total;
    if (total && !waits) bar.value = sent / total;
    else bar.removeAttribute("value");
    words.textContent = waits ? "Sent. It is being looked at." : total ? `${Math.floor((100 * sent) / total)}% of ${megabytes(total)} sent` : "";
  }
}

function ended(wire: XMLHttpRequest, body: FormData): Promise<Response> {
  return new Promise((resolve, reject) => {
    wire.addEventListener("load", () => resolve(answered(wire)));
    wire.addEventListener("error", () => reject(new TypeError("The connection broke while the file was sent.")));
    wire.addEventListener("abort", () => reject(new DOMException("The upload was cancelled.", "AbortError")));
    wire.send(body);
  });
}

function answered(wire: XMLHttpRequest): Response {
  const lines = wire.getAllResponseHeaders().trim().split("\r\n");
  const headers = lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  return new Response(wire.status === 204 ? null : wire.responseText, { status: wire.status, headers });
}

async function reason(answer: Response): Promise<string> {
  const told: unknown = await answer.json().catch(() => null);
  const detail = told && typeof told === "object" && "detail" in told ? String(told.detail) : "";
  return detail || "The server did not take the file. Try again.";
}

function megabytes(size: number): string {
  return `${(size / MB).toFixed(size < 10 * MB ? 1 : 0)} MB`;
}

customElements.define("upload-form", UploadForm);
