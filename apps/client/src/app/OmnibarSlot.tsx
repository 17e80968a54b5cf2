import { type ChannelRow, liveQueries } from '@sidetone/contract/documents/queries.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useColleagues } from '#contacts/colleagues.ts';
import { useLive } from '#live/live.ts';
import { Omnibar } from '#omnibar/Omnibar.tsx';
import { closeOmnibar, windowState } from './commands.ts';
import { startCall } from './dial.ts';

interface OmnibarSlotProps {
  own: ChannelRow | null;
  current: ChannelRow | null;
}

/** The search over everything else; it calls from the channel one is looking at. */
export function OmnibarSlot({ own, current }: OmnibarSlotProps) {
  const { open, text } = useStore(windowState, (state) => state.omnibar);
  const me = useLive(liveQueries.me, {}).rows[0];
  const colleagues = useColleagues();
  const mine = me ? colleagues.get(me.webUserId) : undefined;
  const ownNumbers = useMemo(
    () =>
      [mine?.extension, mine?.number, ...(own?.phoneNumbers.map((each) => each.phoneNumber) ?? [])].filter(
        (number) => number != null,
      ),
    [mine?.extension, mine?.number, own?.phoneNumbers],
  );
  const channel = current ?? own;
  return (
    <Omnibar
      open={open}
      initialText={text}
      ownId={me?.webUserId ?? null}
      ownNumbers={ownNumbers}
      onCall={(target) => channel && startCall(target, channel.id)}
      onClose={closeOmnibar}
    />
  );
}
