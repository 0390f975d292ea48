// What the stream extension tells of a page's stream.

export type Heard = CustomEvent<{ connection: { attempt: number; delayCanceller: (() => void) | null } }>;

export function isRetry(event: Heard): boolean {
  return event.detail.connection.attempt > 0;
}

export function stretch(seconds: number): string {
  return seconds < 60 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min`;
}
