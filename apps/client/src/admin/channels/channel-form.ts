import { type AdminChannel, channelMembers } from '@sidetone/contract/entities/admin-channel.ts';
import {
  type ChannelRouting,
  channelRouting,
  type OpenSpan,
  type WeeklyHours,
  weekdays,
} from '@sidetone/contract/entities/channel-routing.ts';
import { e164, extensionNumber } from '@sidetone/contract/entities/common.ts';
import { z } from 'zod';

/** A channel as its form has it. */
export interface ChannelValues {
  name: string;
  extension: string;
  number: string;
  members: { userId: string; dialedIn: boolean; supervises?: boolean | undefined }[];
  routing: ChannelRouting;
}

/** What the form is checked by; a private channel's name is its owner's and is not looked at. */
export const channelForm = z.object({
  name: z.string().trim().min(1).max(100),
  extension: extensionNumber.nullable(),
  number: e164.nullable(),
  members: channelMembers,
  routing: channelRouting,
});
export type ChannelBody = z.infer<typeof channelForm>;

/** What the form begins with. */
export function channelValues(channel: AdminChannel | null): ChannelValues {
  return {
    name: channel?.name ?? '',
    extension: '',
    number: '',
    members: channel?.members.map(({ userId, dialedIn, supervises }) => ({ userId, dialedIn, supervises })) ?? [],
    routing: channel?.routing ?? channelRouting.parse({ followUpSeconds: 10 }),
  };
}

/** The form as it is checked: members ring in the order of the list, and voicemail is on where calls go to it. */
export function channelShape(values: ChannelValues): unknown {
  const { routing, members } = values;
  return {
    ...values,
    extension: values.extension.trim() === '' ? null : values.extension.trim(),
    number: values.number === '' ? null : values.number,
    routing: { ...routing, memberOrder: members.map(({ userId }) => userId) },
  };
}

/** How callers wait where that is switched on. */
export const firstWaiting = channelRouting.parse({ waiting: {} }).waiting;

/** Beginnings of numbers as they were typed, one a line or with commas between them. */
export const beginningsIn = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.replace(/[\s()/.-]/g, ''))
    .filter((line) => line !== '');

const officeDay: OpenSpan[] = [{ from: '09:00', until: '17:00' }];

/** What a week begins with that nobody has set: from Monday to Friday, nine to five. */
export const officeWeek: WeeklyHours = Object.fromEntries(
  weekdays.map((day, index) => [day, index < 5 ? officeDay : []]),
) as unknown as WeeklyHours;
