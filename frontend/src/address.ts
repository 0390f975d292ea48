// What a page shows is written into its address, so that a reload and a shared link show it again.

export function told(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

export function tell(name: string, value: string | null): void {
  const address = new URL(location.href);
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(history.state, "", address);
}
