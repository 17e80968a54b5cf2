import type { ChannelRow } from '@sidetone/contract/documents/queries.ts';

interface OmnibarSlotProps {
  own: ChannelRow | null;
  current: ChannelRow | null;
}

/** The search over everything else. */
export function OmnibarSlot(_: OmnibarSlotProps) {
  return null;
}
