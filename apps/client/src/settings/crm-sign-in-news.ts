import { z } from 'zod';

/** Pages of the app that a browser comes back to from the page of a CRM. */
export const returnPaths = (name: string) => ({
  successPath: `/crm-sign-in/${encodeURIComponent(name)}/done`,
  errorPath: `/crm-sign-in/${encodeURIComponent(name)}/failed`,
});

/** How the server names Microsoft Teams at those pages, beside the names of CRMs. */
export const microsoftTeams = 'MICROSOFT_TEAMS';

/** Why a sign-in failed, as the server adds it to the address; anything else reads as `failed`. */
export const signInProblem = z
  .enum(['denied', 'expired', 'otherBrowser', 'connectedAlready', 'unreachable', 'forbidden', 'failed'])
  .catch('failed');

/** What windows of one browser tell each other about a sign-in. */
const news = z.object({ name: z.string().max(60), problem: signInProblem });
type FailedSignIn = z.infer<typeof news>;

const channelName = 'sidetone.crm-sign-in';

/** Tells the other windows of this browser that a sign-in failed. */
export function tellFailedSignIn(failed: FailedSignIn): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(failed);
  channel.close();
}

/** Hears of sign-ins that failed in another window of this browser; the function returned stops that. */
export function onFailedSignIn(listener: (failed: FailedSignIn) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    const told = news.safeParse(data);
    if (told.success) listener(told.data);
  };
  return () => channel.close();
}
