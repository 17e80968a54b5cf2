import type { ChannelRow } from '@sidetone/contract/documents/queries.ts';
import { useStore } from 'zustand';
import { useMe } from '#live/me.ts';
import { Omnibar } from '#omnibar/Omnibar.tsx';
import { closeOmnibar, windowState } from './commands.ts';
import { startCall } from './dial.ts';
import { useOwnNumbers } from './own-numbers.ts';

interface OmnibarSlotProps {
  /** Where calls start: the channel one is looking at, else one's own. */
  channel: ChannelRow | null;
}

/** The search over everything else. */
export function OmnibarSlot({ channel }: OmnibarSlotProps) {
  const { open, text } = useStore(windowState, (state) => state.omnibar);
  const me = useMe();
  const ownNumbers = useOwnNumbers();
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
