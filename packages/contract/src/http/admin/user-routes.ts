import { z } from 'zod';
import { adminUser, adminUserChange, madeLink, newUser, usersChange } from '../../entities/admin-user.ts';
import { locale, webUserId } from '../../entities/common.ts';
import { chosenPassword } from '../../entities/password.ts';
import { defineRoute } from '../route.ts';

const someone = z.object({ userId: webUserId });
const nothing = z.object({});
const byAdmin = { audience: 'admin', errors: ['NOT_FOUND', 'CONFLICT'] } as const;
/** Of a link: 256 random bits as base64url. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'not a token of a link');
const byAnybody = { method: 'POST', audience: 'public' } as const;

/** The people of an account. Its last administrator who can sign in stays one: anything else is CONFLICT. */
export const adminUserRoutes = {
  listUsers: defineRoute({
    audience: 'admin',
    method: 'GET',
    path: '/admin/users',
    summary: 'List all users of the account by name',
    reply: z.object({ users: z.array(adminUser.omit({ presence: true })) }),
  }),

  createUser: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/users',
    summary: 'Add a user; without a password they are invited to choose one',
    body: newUser,
    /** `invitation` is null for someone with a password. */
    reply: z.object({
      userId: webUserId,
      channelId: z.string(),
      extension: z.string(),
      invitation: madeLink.nullable(),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'KNOWN_PASSWORD', 'USERS_FULL'],
  }),

  changeUser: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/users/{userId}',
    summary: 'Change a user; fields left out stay as they are',
    params: someone,
    body: adminUserChange,
    reply: nothing,
  }),

  changeUsers: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/users/change',
    summary: 'Change many users together or not at all; what is left out stays as it is',
    body: z.object({ users: usersChange }),
    reply: nothing,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'USERS_FULL'],
  }),

  deactivateUser: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/users/{userId}/deactivate',
    summary:
      'Deactivate a user: they cannot sign in, nothing rings for them, and their devices are unregistered immediately',
    params: someone,
    reply: nothing,
  }),

  reactivateUser: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/users/{userId}/reactivate',
    summary: 'Reactivate a user with the password they had',
    params: someone,
    reply: nothing,
    errors: ['NOT_FOUND', 'CONFLICT', 'USERS_FULL'],
  }),

  removeUser: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/users/{userId}',
    summary: 'Permanently delete a deactivated or invited user with their private channel, its calls and their devices',
    params: someone,
    reply: nothing,
  }),

  makeResetLink: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/users/{userId}/reset-link',
    summary: 'Create a link for a user to choose a new password; older links stop working',
    params: someone,
    reply: madeLink,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_ATTEMPTS'],
  }),

  signOutUser: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/users/{userId}/sign-out',
    summary: 'End all sessions of a user',
    params: someone,
    reply: z.object({ ended: z.number().int().nonnegative() }),
  }),

  resetSecondFactor: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/users/{userId}/reset-second-factor',
    summary:
      'Remove the authenticator app, recovery codes and passkeys of another user, who lost them; FORBIDDEN for your own',
    params: someone,
    reply: nothing,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  resendInvitation: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/invitations/{userId}/resend',
    summary: 'Invite a user again with a new link; the older one stops working',
    params: someone,
    reply: madeLink,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_ATTEMPTS'],
  }),

  withdrawInvitation: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/invitations/{userId}',
    summary: 'Withdraw an invitation: its link stops working, and the invited user is removed',
    params: someone,
    reply: nothing,
  }),

  /** The token travels in the body, so that it is in no log of addresses. */
  lookUpLink: defineRoute({
    ...byAnybody,
    path: '/links/look-up',
    summary: 'Get what the pages /invitation/{token} and /reset/{token} show',
    body: z.object({ token }),
    reply: z.object({
      kind: z.enum(['invitation', 'reset']),
      company: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      locale,
    }),
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),

  acceptLink: defineRoute({
    ...byAnybody,
    path: '/links/accept',
    summary: 'Choose a password with a one-time link; all sessions of the user end',
    body: z.object({ token, password: chosenPassword }),
    reply: z.object({ email: z.string() }),
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS', 'KNOWN_PASSWORD'],
  }),

  forgotPassword: defineRoute({
    ...byAnybody,
    path: '/forgot-password',
    summary: 'Request a link by email; the reply does not reveal whether the address is known',
    body: z.object({ email: z.string().trim().min(1).max(320) }),
    /** `off`: this server sends no mail, an administrator has to make the link. */
    reply: z.object({ mail: z.enum(['on', 'off']) }),
    errors: ['TOO_MANY_ATTEMPTS'],
  }),
} as const;
