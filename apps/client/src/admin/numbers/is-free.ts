import type { AdminNumber } from '@sidetone/contract/entities/admin-channel.ts';

/** Whether a number leads nowhere yet. */
export const isFree = ({ channelId }: Pick<AdminNumber, 'channelId'>): boolean => channelId === null;
