import { z } from 'zod';
import { defineRoute } from '../route.ts';

const nothing = z.object({});
const byAdmin = { audience: 'admin' } as const;
const oneFeedback = z.object({ feedbackId: z.string().min(1).max(100) });
const dealtWith = z.object({ done: z.boolean() });

/** Feedback as administrators deal with it. */
export const adminFeedbackRoutes = {
  changeFeedback: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/feedback/{feedbackId}',
    summary: 'Mark feedback as done, or reopen it',
    params: oneFeedback,
    body: dealtWith,
    reply: nothing,
  }),

  removeFeedback: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/feedback/{feedbackId}',
    summary: 'Permanently delete feedback with its files',
    params: oneFeedback,
    reply: nothing,
  }),

  changeCallFeedback: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/call-feedback/{feedbackId}',
    summary: 'Mark feedback about a call as done, or reopen it',
    params: oneFeedback,
    body: dealtWith,
    reply: nothing,
  }),

  removeCallFeedback: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/call-feedback/{feedbackId}',
    summary: 'Permanently delete feedback about a call',
    params: oneFeedback,
    reply: nothing,
  }),

  exportFeedback: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/feedback/export',
    summary: 'Export all feedback as CSV: about the product, or about calls',
    query: z.object({ of: z.enum(['product', 'calls']) }),
    /** `text/csv`. */
    reply: z.unknown(),
  }),
} as const;
