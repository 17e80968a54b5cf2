import { z } from 'zod';
import { deskPhoneName, sipSettings } from '../../entities/admin-device.ts';
import { webUserId } from '../../entities/common.ts';
import { lineTest, lineTestCall } from '../../entities/line-test.ts';
import { newPhoneSetup, phoneFirstStart, phoneKeys } from '../../entities/phone-setup.ts';
import { newTrunk, trunk, trunkChange } from '../../entities/trunk.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(64);
const onePhone = z.object({ phoneId: id });
const oneTrunk = z.object({ trunkId: id });
const nothing = z.object({});
const byAdmin = { audience: 'admin', errors: ['NOT_FOUND', 'CONFLICT'] } as const;

/** Desk phones of people, and the trunks to the outside. */
export const adminDeviceRoutes = {
  addDeskPhone: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/desk-phones',
    summary: 'Add a desk phone for a user; its password is only in this reply',
    body: z.object({ userId: webUserId, name: deskPhoneName }),
    reply: z.object({ phoneId: z.string(), settings: sipSettings }),
  }),

  deskPhoneSettings: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/desk-phones/{phoneId}/settings',
    summary: 'Get the settings to enter on a desk phone, without the password',
    params: onePhone,
    reply: sipSettings,
  }),

  renameDeskPhone: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/desk-phones/{phoneId}',
    summary: 'Rename a desk phone',
    params: onePhone,
    body: z.object({ name: deskPhoneName }),
    reply: nothing,
  }),

  resetDeskPhonePassword: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/desk-phones/{phoneId}/password',
    summary: 'Create a new password for a desk phone; the old one stops working',
    params: onePhone,
    reply: sipSettings,
  }),

  setUpDeskPhone: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/desk-phones/{phoneId}/setup',
    summary: 'Let a desk phone set itself up; it gets a new password, and what it needs to begin is only in this reply',
    params: onePhone,
    body: newPhoneSetup,
    reply: phoneFirstStart,
  }),

  changeDeskPhoneKeys: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/desk-phones/{phoneId}/keys',
    summary: 'Choose whose state the keys of a desk phone show; the phone fetches the change',
    params: onePhone,
    body: z.object({ keys: phoneKeys }),
    reply: z.object({ told: z.int().nonnegative() }),
  }),

  syncDeskPhone: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/desk-phones/{phoneId}/sync',
    summary: 'Ask a desk phone to fetch its settings again; tells how many of its registrations were asked',
    params: onePhone,
    reply: z.object({ told: z.int().nonnegative() }),
  }),

  removeDevice: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/devices/{phoneId}',
    summary: 'Remove a desk phone or an app; it is unregistered immediately',
    params: onePhone,
    reply: nothing,
  }),

  createTrunk: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/trunks',
    summary: 'Add a trunk',
    body: newTrunk,
    reply: trunk,
  }),

  changeTrunk: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/trunks/{trunkId}',
    summary: 'Change a trunk, or switch it on or off; calls in progress continue',
    params: oneTrunk,
    body: trunkChange,
    reply: trunk,
  }),

  removeTrunk: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/trunks/{trunkId}',
    summary: 'Remove a trunk; calls in progress continue',
    params: oneTrunk,
    reply: nothing,
  }),

  testTrunk: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/trunks/{trunkId}/test',
    summary: 'Test whether the other side of a trunk answers',
    params: oneTrunk,
    reply: z.object({
      isReachable: z.boolean(),
      /** What the other side said, or why nothing came, in words of the server. */
      answer: z.string(),
      /** SIP status; null when nothing came. */
      status: z.int().nullable(),
      milliseconds: z.int().nonnegative().nullable(),
    }),
  }),

  callByTrunk: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/trunks/{trunkId}/call',
    summary:
      'Test a trunk with a call: to a number of the account, which comes back and is listened to at both ends, or to a person who answers. CONFLICT while another test runs',
    params: oneTrunk,
    body: lineTestCall,
    reply: lineTest,
    errors: ['CONFLICT'],
  }),
} as const;
