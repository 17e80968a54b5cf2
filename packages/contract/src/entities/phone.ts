import { z } from 'zod';
import { timestamp } from './common.ts';

/** How far a phone came with its registrar. SENT-010 */
export const phoneStates = [
  'CREATED',
  'REGISTER',
  'REGISTER_SUCCESS',
  'UNREGISTER_SUCCESS',
  'UNREGISTER_FAILED',
  'REGISTER_FAILED',
  'UNKNOWN',
] as const;
/** A state that this version does not know reads UNKNOWN. */
export const phoneState = z.enum(phoneStates).catch('UNKNOWN');
export type PhoneState = (typeof phoneStates)[number];

/** A number that a phone may show as its own. */
const phoneNumber = z.object({ phoneNumber: z.string(), label: z.string().nullable().default(null) });

/**
 * A SIP account that the server registers at a registrar on its user's behalf (classic generation).
 * ENT-006, SENT-009
 */
export const phone = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable().default(null),
  state: phoneState,
  /** Since when it is in this state; null where nobody noted it. */
  stateSince: timestamp.nullable().default(null),
  /** Why it is not registered, in words of the server; null where nothing failed. */
  failure: z.string().nullable().default(null),
  registrar: z.string().nullable().default(null),
  outboundProxy: z.string().nullable().default(null),
  /** The user switched it off; it stays off until they switch it on. */
  isDisconnectedByUser: z.boolean().default(false),
  callerId: z.string().nullable().default(null),
  /** This app takes the phone's calls (`PATCH /phone/{id}/connection`). */
  isConnected: z.boolean().default(false),
  phoneNumbers: z.array(phoneNumber).default([]),
});
export type Phone = z.infer<typeof phone>;
