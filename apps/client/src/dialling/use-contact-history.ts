import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import { isFinal } from '@sidetone/contract/rules/call-states.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type CallsView, useCallsView } from '#calls/calls.ts';
import { addressOf, channelAt, useChannels } from '#channels/channels.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { afterDialog, dialogOf } from '#pages/dialogs.ts';
import { threadLink } from '#pages/thread-link.ts';
import { inOneTab } from '#platform/in-one-tab.ts';
import { currentPreferences } from '#platform/preferences.ts';
import { isDialogOpen } from './commands.ts';
import { findRemote } from './find-remote.ts';
import { isTyping } from './is-typing.ts';

type Call = CallsView['calls'][number];

/**
 * Opens the calls with the other side when a call begins, where the user wants that for its direction, in one tab.
 * Users who are writing or have a dialog open are not interrupted until they answer.
 */
export function useContactHistory(): void {
  const { calls } = useCallsView();
  const channels = useChannels();
  const colleagues = useColleagues();
  const router = useRouter();
  /** Calls that wait until the user has time, and those that are settled: shown, or not wanted when they began. */
  const stages = useRef(new Map<string, 'waits' | 'settled'>());

  const show = useEffectEvent(async (call: Call) => {
    const remote = await whoIs(call, colleagues.values(), channels.shared);
    const channel = call.channelId === null ? channels.own : channelAt(channels, call.channelId);
    if (!channel) return;
    const thread = threadLink(addressOf(channel), threadOf({ ...call, remote }), null);
    afterDialog(router, () => router.history.push(thread));
  });
  useEffect(() => {
    for (const call of calls) {
      const stage = stages.current.get(call.id);
      if (stage === 'settled' || isFinal(call.state)) continue;
      const isAnswered = call.establishedAt !== null;
      // One that was answered before it was seen began before this page was loaded.
      if (!wantsHistory(call) || (isAnswered && stage === undefined)) stages.current.set(call.id, 'settled');
      else if (!isAnswered && isBusy(call, dialogOf(router))) stages.current.set(call.id, 'waits');
      else {
        stages.current.set(call.id, 'settled');
        void inOneTab(`history.${call.id}`, () => show(call));
      }
    }
    for (const id of stages.current.keys()) if (!calls.some((call) => call.id === id)) stages.current.delete(id);
  }, [calls, router]);
}

/** Users who call have just left the search; users who are called may be in the middle of something. */
function isBusy({ direction }: Call, dialog: string | null): boolean {
  return direction === 'INCOMING' ? isDialogOpen() || isTyping() : dialog !== null && dialog !== 'omnibar';
}

function wantsHistory({ direction }: Call): boolean {
  const { callWindowBehaviorIncoming, callWindowBehaviorOutgoing } = currentPreferences();
  return (direction === 'INCOMING' ? callWindowBehaviorIncoming : callWindowBehaviorOutgoing).openContactHistory;
}

/** The phone may not have found out yet; a thread of the number alone would not be that of the contact. */
async function whoIs(
  { remote, number }: Call,
  colleagues: Iterable<Colleague>,
  shared: Parameters<typeof findRemote>[2],
): Promise<Remote | null> {
  if (number === null || remote?.contactId || remote?.userId) return remote;
  try {
    return (await findRemote(number, colleagues, shared)) ?? remote;
  } catch (cause) {
    console.warn('[history] caller not looked up', cause);
    return remote;
  }
}

/** The other side of the thread of a call. */
function threadOf({ remote, number, docId }: Pick<Call, 'remote' | 'number' | 'docId'>): ThreadOf {
  const contactId = remote?.contactId ?? remote?.userId ?? null;
  if (contactId !== null) return { kind: 'contact', contactId };
  return number === null ? { kind: 'anonymous', docId } : { kind: 'number', number };
}
