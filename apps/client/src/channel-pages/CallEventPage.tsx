import { inboxRoutes } from '@sidetone/contract/http/inbox-routes.ts';
import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { CallListSkeleton } from '#inbox/CallListSkeleton.tsx';
import { call } from '#live/line/http.ts';
import { dialogSearch } from '#pages/dialogs.ts';
import { useIsHere } from '#pages/use-is-here.ts';

/**
 * Leads from the id of a call to its page in its channel, or else in the user's own channel, which says that it was not
 * found.
 */
export function CallEventPage() {
  const { callId = '' } = useParams({ strict: false });
  const search = useSearch({ strict: false, select: (all) => dialogSearch.parse(all) });
  const found = useQuery({
    queryKey: ['channel of call', callId],
    queryFn: ({ signal }) => call(inboxRoutes.findEvent, { params: { docId: callId } }, { signal }),
    retry: false,
  });
  const isHere = useIsHere();
  if (found.isPending || !isHere()) return <CallListSkeleton />;
  return (
    <Navigate
      to="/main/channels/$channelId"
      params={{ channelId: found.data?.channelId ?? privateChannelId }}
      search={{ ...search, call: callId }}
      replace
    />
  );
}
