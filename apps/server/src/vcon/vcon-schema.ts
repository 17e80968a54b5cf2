import { z } from 'zod';

/**
 * The unsigned form of a vCon, by the text of draft-ietf-vcon-vcon-core and, for roles, of draft-ietf-vcon-cc-extension. It
 * is stricter than the JSON schema of the working group where their text is: nothing is written that they do not name, and
 * what refers to a party or a dialog finds one. Parameters that this server never writes are missing.
 */

/** A moment as RFC 8620 §1.4 wants it: in UTC, without a fraction of zero. */
const date = z.iso.datetime().refine((text) => !/\.0+Z$/.test(text), 'a fraction of zero is left out');
const index = z.int().nonnegative();
const contentHash = z.string().regex(/^sha512-[\w-]{86}$/);
const mediaType = z.string().regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/);

/** What an object holds of a file: in it, or at an address with its hash; never one without the other. */
const content = {
  mediatype: mediaType.optional(),
  filename: z.string().optional(),
  body: z.unknown().optional(),
  encoding: z.enum(['base64url', 'json', 'none']).optional(),
  url: z.url({ protocol: /^https$/ }).optional(),
  content_hash: contentHash.optional(),
};

interface WithContent {
  readonly body?: unknown;
  readonly encoding?: string | undefined;
  readonly mediatype?: string | undefined;
  readonly url?: string | undefined;
  readonly content_hash?: string | undefined;
}

const hasContent = (it: WithContent) => it.body !== undefined || it.url !== undefined;
const isWhole = (it: WithContent) =>
  (it.body !== undefined) === (it.encoding !== undefined) &&
  (it.url !== undefined) === (it.content_hash !== undefined) &&
  !(it.body !== undefined && it.url !== undefined) &&
  (it.body === undefined || it.mediatype !== undefined) &&
  (it.encoding === undefined || it.encoding === 'json' || typeof it.body === 'string');
const notWhole = 'content needs its encoding or its hash';

const party = z.strictObject({
  /** A tel URL (RFC 3966) without its scheme: a global number, or a local one with the place where it counts. */
  tel: z
    .string()
    .regex(/^(\+\d[\d().-]*|[\d*#]+;phone-context=\S+)$/)
    .optional(),
  sip: z
    .string()
    .regex(/^sips?:\S+$/)
    .optional(),
  name: z.string().optional(),
  /** How the identity was checked; belongs to a name. */
  validation: z.string().optional(),
  uuid: z.string().optional(),
  type: z.enum(['person', 'bot', 'organization']).optional(),
  org: z.string().optional(),
  dept: z.string().optional(),
  /** Of the extension CC. */
  role: z.string().optional(),
});
export type VconParty = z.infer<typeof party>;

const dialogs = {
  start: date,
  duration: z.number().nonnegative().optional(),
  parties: z.array(z.union([index, z.array(index)])).optional(),
  originator: index.optional(),
  application: z.string().optional(),
};

const dialog = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('recording'), ...dialogs, recording_set: index.optional(), ...content })
    .refine(isWhole, notWhole),
  z.strictObject({ type: z.literal('recording-set'), ...dialogs, recordings: z.array(index).min(1) }),
  z.strictObject({
    type: z.literal('incomplete'),
    ...dialogs,
    disposition: z.enum(['no-answer', 'congestion', 'failed', 'busy', 'hung-up', 'voicemail-no-message']),
  }),
  z.strictObject({
    type: z.literal('transfer'),
    start: date,
    transferee: index,
    transferor: index,
    transfer_target: index,
    original: z.array(index).optional(),
    consultation: z.array(index).optional(),
    target_dialog: z.array(index).optional(),
  }),
]);
export type VconDialog = z.infer<typeof dialog>;

const analysis = z
  .strictObject({
    type: z.string().min(1),
    dialog: index,
    vendor: z.string().min(1),
    product: z.string().optional(),
    schema: z.string().optional(),
    ...content,
  })
  .refine((it) => hasContent(it) && isWhole(it), notWhole);
export type VconAnalysis = z.infer<typeof analysis>;

const attachment = z
  .strictObject({ purpose: z.string().optional(), start: date, party: index, dialog: index, ...content })
  .refine((it) => hasContent(it) && isWhole(it), notWhole);
type VconAttachment = z.infer<typeof attachment>;

/** A vCon of this server; `parse` throws where it breaks the draft. */
export const vcon = z
  .strictObject({
    /** Version 8. */
    uuid: z.uuid({ version: 'v8' }),
    extensions: z.array(z.string()).optional(),
    created_at: date,
    subject: z.string().optional(),
    parties: z.array(party).min(1),
    dialog: z.array(dialog).min(1),
    analysis: z.array(analysis).optional(),
    attachments: z.array(attachment).optional(),
  })
  .superRefine((it, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (partiesNamed(it.dialog, it.attachments).some((at) => at >= it.parties.length)) refuse('names no party');
    if (dialogsNamed(it).some((at) => at >= it.dialog.length)) refuse('names no dialog');
    if (it.parties.some(({ role }) => role !== undefined) && !it.extensions?.includes('CC')) refuse('CC is not named');
  });
export type Vcon = z.infer<typeof vcon>;

const partiesNamed = (all: readonly VconDialog[], attachments: readonly VconAttachment[] = []): number[] => [
  ...all.flatMap((it) =>
    it.type === 'transfer'
      ? [it.transferee, it.transferor, it.transfer_target]
      : [...(it.parties ?? []).flat(), ...(it.originator === undefined ? [] : [it.originator])],
  ),
  ...attachments.map((it) => it.party),
];

const dialogsNamed = (it: Pick<Vcon, 'dialog' | 'analysis' | 'attachments'>): number[] => [
  ...it.dialog.flatMap((one) => {
    if (one.type === 'transfer') return [one.original, one.consultation, one.target_dialog].flatMap((at) => at ?? []);
    if (one.type === 'recording-set') return one.recordings;
    return one.type === 'recording' && one.recording_set !== undefined ? [one.recording_set] : [];
  }),
  ...[...(it.analysis ?? []), ...(it.attachments ?? [])].map(({ dialog: at }) => at),
];
