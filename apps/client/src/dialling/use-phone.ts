import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { useEffect, useRef } from 'react';
import { type ChannelOfCall, startCalls } from '#calls/calls.ts';
import { channelAt, useChannels } from '#channels/channels.ts';
import { forgetOtherGeneration } from '#channels/click-to-dial-sender.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { useNumberPlace } from '#contacts/number-place.ts';
import { withLaterWords } from '#i18n/language.ts';
import { connection } from '#live/line/connection.ts';
import { readLive, useLive, watchLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { currentPreferences } from '#platform/preferences.ts';
import { findRemote } from './find-remote.ts';
import { useOwnNumbers } from './own-numbers.ts';

/** Makes this window a phone as long as this user is signed in. */
export function usePhone(webUserId: string | null): void {
  const channels = useChannels();
  const colleagues = useColleagues();
  const place = useNumberPlace();
  const ownNumbers = useOwnNumbers();
  const me = useMe();
  const account = useLive(phoneQueries.account, {}).rows[0];
  const flags = account?.flags;
  const generation = flags === undefined ? null : flags.hasNeoPbx ? 'sip' : 'classic';

  useEffect(() => {
    if (webUserId !== null && generation !== null) forgetOtherGeneration(webUserId, generation);
  }, [webUserId, generation]);

  // The phone asks for it when a call needs it; starting again for every change would end running calls.
  const known = useRef({ channels, colleagues, place, ownNumbers, me, account });
  known.current = { channels, colleagues, place, ownNumbers, me, account };

  useEffect(() => {
    if (webUserId === null || generation === null) return;
    return startCalls({
      webUserId,
      generation,
      ground: () => ({ place: known.current.place, ownNumbers: known.current.ownNumbers }),
      // What was known before the connection was lost may be wrong by now; the server asks for itself before it rings.
      isDnd: () => connection.getState().live === 'open' && (known.current.me?.isDnd ?? false),
      skipRecordingConsent: () => known.current.me?.skipRecordingConsent ?? false,
      callWaiting: () => known.current.account?.callSettings.callWaiting ?? false,
      answersItself: () => answersItself(known.current.me),
      takesPages,
      channelName: (id) => channelAt(known.current.channels, id)?.name ?? null,
      channel: (id) => channelOfCall(known.current.channels, id),
      followContacts,
      findRemote: (number) => findRemote(number, known.current.colleagues.values(), known.current.channels.shared),
    });
  }, [webUserId, generation]);
}

/** Looked up with the first call that asks for it. */
async function answersItself(me: User | null): Promise<((name: string | null) => void) | null> {
  if (me === null || me.refusesIntercom || !currentPreferences().answersIntercom) return null;
  const { takesIntercom } = await withLaterWords(() => import('#calls/intercom.ts'))();
  return await takesIntercom();
}

/** Looked up with the first page. */
async function takesPages() {
  if (!currentPreferences().hearsPages) return null;
  const { tellOfPages } = await withLaterWords(() => import('#calls/pages.ts'))();
  return tellOfPages();
}

/** Calls back whenever any contact of the account changed. */
function followContacts(onChange: () => void): () => void {
  const read = () => readLive(phoneQueries.contactBook, {}).rows[0]?.rev ?? null;
  let seen: number | null = null;
  return watchLive(phoneQueries.contactBook, {}, () => {
    const now = read();
    if (now === null || now === seen) return;
    const isChange = seen !== null;
    seen = now;
    if (isChange) onChange();
  });
}

function channelOfCall(channels: ReturnType<typeof useChannels>, id: string | null): ChannelOfCall | null {
  const channel = id === null ? channels.own : channelAt(channels, id);
  if (!channel) return null;
  return {
    name: channel.channelType === 'personal' ? null : channel.name,
    number: channel.phoneNumbers[0]?.phoneNumber ?? null,
    closesAtOnce: channel.type === 'acd' && channel.followUpTime === 0,
  };
}
