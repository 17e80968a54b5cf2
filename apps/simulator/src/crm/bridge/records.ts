import { z } from 'zod';

/**
 * Which interface a bridge has: that of the package on npm, the one that its repository has grown since, or the newer one with
 * logs, tasks and records.
 */
export type BridgeKind = 'npm' | 'github' | 'integration';

const text = z.string().nullable();

/** What a bridge takes of a contact. */
export const contactTemplate = z.strictObject({
  name: text,
  firstName: text,
  lastName: text,
  email: text,
  organization: text,
  phoneNumbers: z.array(z.strictObject({ label: z.string(), phoneNumber: z.string() })),
  type: z.string().optional(),
});

export const contactUpdate = contactTemplate.extend({ id: z.string().min(1) });

/** A contact as a bridge lists it. */
export interface BridgeContact extends Omit<z.infer<typeof contactTemplate>, 'type'> {
  readonly id: string;
  readonly contactUrl: string | null;
  readonly avatarUrl: string | null;
  readonly readonly?: boolean;
  readonly type?: string;
  readonly relatesTo?: readonly BridgeEntity[];
}

export interface BridgeEntity {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly label?: string;
  readonly additionalProperties?: { readonly isOpen?: boolean };
}

/** A call in the older interface: no notes, no records, and numbers without a plus. */
export const callEvent = z.strictObject({
  id: z.string().min(1),
  channel: z.strictObject({ id: z.string(), name: z.string() }),
  direction: z.enum(['IN', 'OUT']),
  from: z.string().regex(/^(\d+|anonymous)$/),
  to: z.string().regex(/^(\d+|anonymous)$/),
  user: z.strictObject({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  start: z.number().int(),
  end: z.number().int(),
});

const newerCall = z.strictObject({
  id: z.string().min(1),
  startTime: z.number().int(),
  endTime: z.number().int().optional(),
  direction: z.enum(['IN', 'OUT']),
  participants: z.array(z.strictObject({ type: z.enum(['local', 'remote']), phoneNumber: z.string().min(1) })),
  note: z.string(),
  state: z.enum(['BUSY', 'CONNECTED', 'MISSED', 'NOT_FOUND']),
  outcome: z.string().optional(),
});

/** A call in the newer interface, where it is of no record in particular. */
export const newerCallEvent = newerCall;

/** The log of a call on records; `logId` says that a record has it already. */
export const callLog = newerCall.extend({
  integrationEntities: z.array(
    z.strictObject({ id: z.string(), type: z.string(), source: z.string(), logId: z.string().optional() }),
  ),
});

export const followUp = z.strictObject({
  content: z.string(),
  dueAt: z.number().int(),
  title: z.string().min(1),
  type: z.string(),
  integrationEntities: z.array(z.strictObject({ id: z.string(), type: z.string(), source: z.string() })),
});
