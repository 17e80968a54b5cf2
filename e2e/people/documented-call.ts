import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import type { FlagName } from '@sidetone/contract/entities/flags.ts';
import type { Sidetone } from '../world/sidetone.ts';

/** A talk with a contact of which everything is known. */
export const everything = {
  callHeadline: { status: 'success', text: 'Cold-chain pallets: delivery moved to Friday' },
  summary: {
    status: 'success',
    topics: ['Delivery window', 'Cold chain', 'Gate 4'],
    text: 'Twelve refrigerated pallets from order 4471 cannot be unloaded on Thursday. Both sides agreed on Friday, 7:00 AM at gate 4; the carrier must send plate numbers the day before.',
    keyPoints: [],
  },
  transcription: {
    status: 'success',
    items: [
      { speaker: 0, startTime: 0, endTime: 4, text: 'Kranich Logistik, Jonas Ahrens, how can I help?', sentiment: 0.2 },
      {
        speaker: 1,
        startTime: 4,
        endTime: 9,
        text: 'It is about order 4471, twelve refrigerated pallets.',
        sentiment: 0,
      },
      { speaker: 0, startTime: 9, endTime: 12, text: 'Let me open that order.', sentiment: 0.3 },
      {
        speaker: 1,
        startTime: 12,
        endTime: 21,
        text: 'Thursday is impossible, the cold room is full.',
        sentiment: -0.6,
      },
      { speaker: 0, startTime: 21, endTime: 26, text: 'Friday at seven, gate 4, is still free.', sentiment: 0.4 },
      { speaker: 1, startTime: 26, endTime: 30, text: 'Friday at seven works for us.', sentiment: 0.7 },
    ],
  },
  actionItem: {
    status: 'success',
    items: [
      { id: 'item-1', text: 'Move slot to Fri 7:00 AM in yard plan', checked: true },
      { id: 'item-2', text: 'Send plate numbers by Thu 4:00 PM', checked: false },
      { id: 'item-3', text: 'Confirm reefer set to 4 °C', checked: false },
    ],
  },
  smallTalk: {
    status: 'success',
    items: [
      {
        id: 'talk-1',
        topic: 'Marathon in April',
        description: 'Training for Köln, long runs on Sundays',
        pinned: true,
        dismissed: false,
      },
      { id: 'talk-2', topic: 'New puppy', description: 'Terrier called Knut', pinned: false, dismissed: false },
      { id: 'talk-3', topic: 'Rain', description: 'It rained all week', pinned: false, dismissed: true },
    ],
  },
  smartAnswers: {
    status: 'success',
    setId: 'set-1',
    items: [
      {
        questionId: 'q-1',
        title: 'Need',
        question: 'What does the caller need?',
        answer: 'A new unloading slot for 12 refrigerated pallets',
      },
      { questionId: 'q-2', title: 'Deadline', question: 'By when?', answer: 'Friday 21 Nov, 7:00 AM, gate 4' },
      { questionId: 'q-3', title: null, question: 'Did the caller mention a competitor?', answer: null },
    ],
  },
} satisfies Documentation;

/** Every flag that something on the page of a call hangs on. */
export const detailFlags = [
  'hasSmartAnswers',
  'hasCallSmallTalk',
  'hasCallTopicsAnalysis',
  'hasCallSentimentAnalysis',
  'hasCallConversationShareStatistics',
] as const satisfies readonly FlagName[];

/** Switches these flags of the company on, and every other one but its generation off. */
export async function setFlags(sidetone: Sidetone, on: readonly FlagName[]): Promise<void> {
  const flags = JSON.stringify({ hasNeoPbx: true, ...Object.fromEntries(on.map((name) => [name, true])) });
  const [anybody] = await sidetone.signIns();
  await sidetone.query('update accounts set flags = $1 where id = (select account_id from users where email = $2)', [
    flags,
    anybody?.email,
  ]);
}

/** An ended call as the database names it. */
export interface StoredCall {
  readonly id: string;
  readonly channel_id: string;
}

/** The newest answered incoming call with someone outside in a person's own inbox, with this documentation. */
export async function documentCall(
  sidetone: Sidetone,
  email: string,
  documentation: Documentation,
): Promise<StoredCall> {
  const [call] = await sidetone.query<StoredCall>(
    `update inbox_events set documentation = $2, unresolved = true where (channel_id, id) in (
       select e.channel_id, e.id from inbox_events e
         join channels c on c.id = e.channel_id
         join users u on u.id = c.owner_user_id
        where u.email = $1 and e.direction = 'INCOMING' and e.established_at is not null
          and e.remote_user_id is null and e.remote_phone_number is not null and e.terminated_at is not null
        order by e.started_at desc, e.id limit 1)
     returning id, channel_id`,
    [email, JSON.stringify(documentation)],
  );
  if (!call) throw new Error(`${email} has no answered call`);
  return call;
}
