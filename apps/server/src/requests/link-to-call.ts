/** The call in this app, as `link to this call` has it. Users have to be signed in there. */
export function linkToCall(
  { docId, channelId }: { readonly docId: string; readonly channelId: string },
  origin: string,
): string {
  const link = new URL(`/main/call-events/${encodeURIComponent(docId)}`, origin);
  link.searchParams.set('channelId', channelId);
  return link.href;
}
