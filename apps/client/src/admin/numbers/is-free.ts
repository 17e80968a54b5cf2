import type { AdminNumber } from '@sidetone/contract/entities/admin-channel.ts';

/** Whether a number leads nowhere yet: neither to a channel nor to a voice menu of its own. */
export const isFree = ({ channelId, menuId }: Pick<AdminNumber, 'channelId' | 'menuId'>): boolean =>
  channelId === null && menuId === null;
