import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { defaultCallStartingPoint } from '@sidetone/contract/rules/defaults.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useCallsFull, useCallsView } from '#calls/calls.ts';
import { useWaitingName } from '#calls/waiting-name.ts';
import { channelAt, useChannels } from '#channels/channels.ts';
import { useConnected } from '#contacts/can-call.ts';
import { withLaterWords } from '#i18n/language.ts';
import { useMe } from '#live/queries/me.ts';
import { noDialog, useDialogs } from '#pages/dialogs.ts';
import { later } from '#platform/later.ts';
import { bringNumberPlans } from '#platform/number-plans.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useOnceTrue } from '#ui/use-once-true.ts';
import { windowState } from './commands.ts';
import { askIntoCall, handOver, parkCall, startCall } from './dial.ts';
import { useOwnNumbers } from './own-numbers.ts';
import { phoneRings } from './phone-rings.ts';
import { useClickToDial } from './use-click-to-dial.ts';

/**
 * The first page does not show it, so it is loaded after the window; a user who opens it before that waits for it. Numbers of all
 * countries are typed there.
 */
const Omnibar = lazyPart(
  withLaterWords(async () => {
    const [part] = await Promise.all([import('#omnibar/Omnibar.tsx'), bringNumberPlans()]);
    return part.Omnibar;
  }),
);

const preloadOmnibar = () => void Omnibar.preload();

interface OmnibarSlotProps {
  /** The channel that calls start from: the one that is shown, else the user's own. */
  channel: ChannelRow | null;
}

/** The search over everything else, where the address says so. */
export function OmnibarSlot({ channel }: OmnibarSlotProps) {
  useClickToDial();
  const router = useRouter();
  const dialogs = useDialogs();
  const channels = useChannels();
  const callFrom = useStore(windowState, (state) => state.callFrom);
  const waiting = useWaitingName();
  const me = useMe();
  const ownNumbers = useOwnNumbers();
  const isFull = useCallsFull();
  const isConnected = useConnected();
  const leaves = useStore(windowState, (state) => state.omnibarLeaves);
  const isUnasked = useStore(windowState, (state) => state.isUnasked);
  const isHere = dialogs.path === 'omnibar';
  const open = useUnlessRinging(isHere) && !leaves;
  useEffect(() => {
    if (!isHere) windowState.setState({ omnibarLeaves: false, isUnasked: false });
  }, [isHere]);
  const isDrawn = useOnceTrue(isHere);
  useEffect(() => later(preloadOmnibar), []);
  const { searchType = 'default', targetPhoneNumber = '', callStartingPoint } = dialogs.search;
  const startingPoint = callStartingPoint ?? defaultCallStartingPoint;
  const from = (callFrom !== null && channelAt(channels, callFrom)) || channel;

  const leaveFor = (href: string, search: Readonly<Record<string, string | undefined>>) =>
    // One step: Back leads to the page from which the search was opened.
    void router.navigate({ to: href, search: { ...noDialog, ...search } as never, replace: true });

  if (!isDrawn) return null;
  return (
    <Suspense>
      <Omnibar
        open={open}
        type={searchType}
        number={targetPhoneNumber}
        isUnasked={isUnasked && searchType === 'click2Dial'}
        waiting={waiting}
        ownId={me?.webUserId ?? null}
        ownNumbers={ownNumbers}
        channels={channels}
        channelId={from?.id ?? null}
        dialObstacle={!isConnected ? 'offline' : isFull ? 'callsFull' : null}
        mayWrite={hasGrant(me, 'CONTACT_WRITE')}
        onCall={(target, sender) => {
          if (searchType === 'addParticipant') return askIntoCall(target, startingPoint);
          const channelId = sender?.channelId ?? from?.id;
          if (channelId !== undefined) startCall(target, channelId, { sender, startingPoint });
        }}
        onHandOver={handOver}
        onPark={parkCall}
        onCreate={({ name, number }) =>
          leaveFor('/main/contacts/create', { name: name || undefined, number: number ?? undefined })
        }
        onAddTo={(contactId, number) =>
          leaveFor(`/main/contacts/add-to/${encodeURIComponent(contactId)}`, { number: number || undefined })
        }
        onType={(type, number) =>
          dialogs.open('omnibar', {
            searchType: type,
            targetPhoneNumber: number || undefined,
            callStartingPoint,
          })
        }
        onClose={dialogs.close}
      />
    </Suspense>
  );
}

/** Nothing may cover a ringing phone: a search opened meanwhile waits until it stops. */
function useUnlessRinging(wanted: boolean): boolean {
  const rings = phoneRings(useCallsView().calls);
  const wasOpen = useRef(false);
  wasOpen.current = wanted && (wasOpen.current || !rings);
  return wasOpen.current;
}
