import { z } from 'zod';

const id = z.number().int().positive();
const optionalId = id.nullish();
const leadId = z.uuid().nullish();
const day = z.iso.date();
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/);
const labelled = z.array(
  z.strictObject({ value: z.string().max(255), primary: z.boolean().optional(), label: z.string().max(50).optional() }),
);

const person = z.strictObject({
  name: z.string().trim().min(1).max(255),
  owner_id: id.optional(),
  org_id: optionalId,
  emails: labelled.optional(),
  phones: labelled.optional(),
  visible_to: z.number().int().optional(),
  label_ids: z.array(id).optional(),
});
const organization = z.strictObject({
  name: z.string().trim().min(1).max(255),
  owner_id: id.optional(),
  visible_to: z.number().int().optional(),
  label_ids: z.array(id).optional(),
});
const activity = z.strictObject({
  subject: z.string().max(255),
  type: z.string().min(1).max(255),
  owner_id: id.optional(),
  deal_id: optionalId,
  lead_id: leadId,
  org_id: optionalId,
  due_date: day.optional(),
  due_time: time.optional(),
  duration: time.optional(),
  busy: z.boolean().optional(),
  done: z.boolean().optional(),
  participants: z.array(z.strictObject({ person_id: id, primary: z.boolean() })).optional(),
  public_description: z.string().optional(),
  note: z.string().optional(),
});

/** What may be written of each kind: unknown fields and other types are refused. */
export const made = {
  persons: person,
  organizations: organization,
  activities: activity.partial({ subject: true, type: true }),
};
export const changed = {
  persons: person.partial(),
  organizations: organization.partial(),
  activities: activity.partial(),
};
export type WritableKind = keyof typeof made;
export const isWritable = (kind: string): kind is WritableKind => Object.hasOwn(made, kind);

const utcMoment = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** A call log, which has no PATCH and no second one for its activity. */
export const callLog = z.strictObject({
  outcome: z.enum(['connected', 'no_answer', 'left_message', 'left_voicemail', 'wrong_number', 'busy']),
  to_phone_number: z.string().min(1).max(255),
  start_time: utcMoment,
  end_time: utcMoment,
  user_id: id.optional(),
  activity_id: id.optional(),
  subject: z.string().max(255).optional(),
  duration: z.string().regex(/^\d+$/).optional(),
  from_phone_number: z.string().max(255).optional(),
  person_id: id.optional(),
  org_id: id.optional(),
  deal_id: id.optional(),
  lead_id: z.uuid().optional(),
  note: z.string().optional(),
});

const number = z.string().regex(/^\d+$/);
const moment = z.iso.datetime();

/** What the lists of version 2 can be asked for. */
export const listQuery = z.strictObject({
  ids: z
    .string()
    .regex(/^\d+(,\d+){0,99}$/)
    .optional(),
  owner_id: number.optional(),
  person_id: number.optional(),
  org_id: number.optional(),
  deal_id: number.optional(),
  lead_id: z.uuid().optional(),
  status: z.enum(['open', 'won', 'lost', 'deleted']).optional(),
  done: z.enum(['true', 'false']).optional(),
  updated_since: moment.optional(),
  updated_until: moment.optional(),
  sort_by: z.enum(['id', 'update_time', 'add_time']).default('id'),
  sort_direction: z.enum(['asc', 'desc']).default('asc'),
  limit: number.transform(Number).pipe(z.number().min(1).max(500)).default(100),
  cursor: z.string().optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** Which of these each kind knows; others are refused. */
export const filtersOf: Readonly<Record<string, readonly string[]>> = {
  persons: ['owner_id', 'org_id', 'deal_id'],
  organizations: ['owner_id'],
  deals: ['owner_id', 'person_id', 'org_id', 'status'],
  activities: ['owner_id', 'deal_id', 'lead_id', 'person_id', 'org_id', 'done'],
};

/** The list of leads is of version 1: pages by their beginning. */
export const leadsQuery = z.strictObject({
  person_id: number.optional(),
  organization_id: number.optional(),
  start: number.transform(Number).default(0),
  limit: number.transform(Number).pipe(z.number().min(1).max(500)).default(100),
});

const term = z.string().min(2);
const pageOf = (most: number) => number.transform(Number).pipe(z.number().min(1).max(most)).default(most);
export const searchQuery = z.strictObject({
  term,
  fields: z.string().default('name,email,phone,notes,custom_fields,title,address'),
  exact_match: z.enum(['true', 'false']).default('false'),
  organization_id: number.optional(),
  limit: pageOf(500),
  cursor: z.string().optional(),
});
export const itemSearchQuery = z.strictObject({
  term,
  item_types: z
    .string()
    .regex(/^(deal|person|organization|lead)(,(deal|person|organization|lead))*$/)
    .default('deal,person,organization,lead'),
  fields: z.string().default('name,email,phone,notes,custom_fields,title,address'),
  exact_match: z.enum(['true', 'false']).default('false'),
  limit: pageOf(100),
  cursor: z.string().optional(),
});
