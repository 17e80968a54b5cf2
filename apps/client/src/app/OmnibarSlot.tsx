import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { useStore } from 'zustand';
import { useWaitingName } from '#calls/waiting-name.ts';
import { useMe } from '#live/me.ts';
import { Omnibar } from '#omnibar/Omnibar.tsx';
import { closeOmnibar, windowState } from './commands.ts';
import { askIntoCall, startCall } from './dial.ts';
import { useOwnNumbers } from './own-numbers.ts';

interface OmnibarSlotProps {
  /** Where calls start: the channel one is looking at, else one's own. */
  channel: ChannelRow | null;
}

/** The search over everything else. */
export function OmnibarSlot({ channel }: OmnibarSlotProps) {
  const { open, type, text } = useStore(windowState, (state) => state.omnibar);
  const waiting = useWaitingName();
  const me = useMe();
  const ownNumbers = useOwnNumbers();
  return (
    <Omnibar
      open={open}
      type={type}
      waiting={waiting}
      initialText={text}
      ownId={me?.webUserId ?? null}
      ownNumbers={ownNumbers}
      onCall={(target) => {
        if (type === 'addParticipant') askIntoCall(target);
        else if (channel) startCall(target, channel.id);
      }}
      onClose={closeOmnibar}
    />
  );
}
