import { z } from 'zod';
import { personPicture, webUserId } from '../entities/common.ts';
import { userPictureMaxBytes, userPictureTypes } from '../rules/user-picture.ts';
import { defineRoute } from './route.ts';

/** The address of the picture from then on. */
const changed = z.object({ avatarUrl: personPicture.nullable() });

/** Pictures of users: their own, and those of colleagues. */
export const pictureRoutes = {
  uploadPicture: defineRoute({
    method: 'PUT',
    path: '/users/me/picture',
    summary: 'Upload your picture: a square PNG, JPEG or WebP of 16 to 512 pixels and at most 1 MiB',
    audience: 'user',
    body: z.unknown(),
    /** Of the types of pictures any, since the file says itself what it is. */
    takes: { as: 'bytes', types: userPictureTypes, largest: userPictureMaxBytes },
    reply: changed,
  }),

  removePicture: defineRoute({
    method: 'DELETE',
    path: '/users/me/picture',
    summary: 'Remove your picture',
    audience: 'user',
    reply: changed,
  }),

  picture: defineRoute({
    method: 'GET',
    path: '/users/{userId}/picture/{digest}',
    summary: 'Get the picture of a user of your account; at one address it never changes',
    audience: 'user',
    params: z.object({ userId: webUserId, digest: z.string().regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in hex') }),
    reply: z.unknown(),
    errors: ['NOT_FOUND'],
  }),
} as const;

/** Pictures of users as their administrators deal with them. */
export const adminPictureRoutes = {
  removeUserPicture: defineRoute({
    method: 'DELETE',
    path: '/admin/users/{userId}/picture',
    summary: 'Remove the picture of a user',
    audience: 'admin',
    params: z.object({ userId: webUserId }),
    reply: z.object({}),
    errors: ['NOT_FOUND'],
  }),
} as const;
