import { z } from 'zod';
import { callFeedbackBody, feedbackBody, userAsset, userAssetKinds } from '../entities/feedback.ts';
import { defineRoute } from './route.ts';

const nothing = z.object({});
const oneAsset = z.object({ assetId: z.string().min(1).max(100) });

/** What people tell of the product and of their calls, with pictures and logs. */
export const feedbackRoutes = {
  uploadAsset: defineRoute({
    method: 'POST',
    path: '/user-assets',
    summary: 'Upload a picture (PNG, JPEG; up to 20 MB) or a log (text; up to 5 MB) for feedback',
    audience: 'user',
    query: z.object({ kind: z.enum(userAssetKinds), fileName: z.string().trim().min(1).max(200) }),
    /** The file as it is; its first bytes tell what it is. */
    body: z.unknown(),
    takes: { as: 'stream', types: ['application/octet-stream'] },
    reply: userAsset.extend({ url: z.url() }),
    errors: ['VALIDATION_FAILED', 'BODY_TOO_LARGE', 'STORAGE_FULL', 'TOO_MANY_ATTEMPTS'],
  }),

  asset: defineRoute({
    method: 'GET',
    path: '/user-assets/{assetId}',
    summary: 'Get an uploaded file, as its uploader or an administrator of the account',
    audience: 'user',
    params: oneAsset,
    reply: z.unknown(),
  }),

  sendFeedback: defineRoute({
    method: 'POST',
    path: '/feedback',
    summary: "Send feedback to the account's administrators",
    audience: 'user',
    body: feedbackBody,
    reply: z.object({ id: z.string() }),
    errors: ['VALIDATION_FAILED', 'TOO_MANY_ATTEMPTS'],
  }),

  sendCallFeedback: defineRoute({
    method: 'POST',
    path: '/call-feedback',
    summary: 'Rate a call; a new rating replaces the earlier one',
    audience: 'user',
    body: callFeedbackBody,
    reply: nothing,
    errors: ['TOO_MANY_ATTEMPTS'],
  }),
} as const;
