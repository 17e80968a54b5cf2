import { z } from 'zod';

/**
 * What became of a caller of a queue who hung up to be called back. `done`: they were reached. `calledAgain`: they called
 * again, and a member answered. `failed`: they could not be reached. `expired`: the queue closed, or it took too long.
 */
export const callBackState = z.enum(['waiting', 'done', 'calledAgain', 'failed', 'expired', 'dismissed']);
export type CallBackState = z.infer<typeof callBackState>;
