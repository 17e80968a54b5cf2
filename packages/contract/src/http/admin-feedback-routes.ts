import { z } from 'zod';
import { defineRoute } from './route.ts';

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
    summary: 'Mark a feedback as done, or as open again',
    params: oneFeedback,
    body: dealtWith,
    reply: nothing,
  }),

  removeFeedback: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/feedback/{feedbackId}',
    summary: 'Delete a feedback with its files for good',
    params: oneFeedback,
    reply: nothing,
  }),

  changeCallFeedback: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/call-feedback/{feedbackId}',
    summary: 'Mark feedback on a call as done, or as open again',
    params: oneFeedback,
    body: dealtWith,
    reply: nothing,
  }),

  removeCallFeedback: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/call-feedback/{feedbackId}',
    summary: 'Delete feedback on a call for good',
    params: oneFeedback,
    reply: nothing,
  }),

  exportFeedback: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/feedback/export',
    summary: 'All feedback as a table (CSV): of the product, or of calls',
    query: z.object({ of: z.enum(['product', 'calls']) }),
    /** `text/csv`. */
    reply: z.unknown(),
  }),
} as const;
