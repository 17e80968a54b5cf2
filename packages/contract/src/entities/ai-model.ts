import { z } from 'zod';
import { timestamp } from './common.ts';

/**
 * Why a model did not come, as a code. `noSums`: nobody knows what its files should be. `noSpace`: the disk is too full.
 * `wrongSum`: its bytes are others than its publisher's. `changed`: it has another length at its address. `noParts`: that
 * server gives whole files only. `unreachable`: it is tried again by itself, for a while.
 */
export const aiModelProblem = z.enum([
  'noSums',
  'noSpace',
  'wrongSum',
  'changed',
  'noParts',
  'refused',
  'unreachable',
  'privateHost',
  'failed',
]);
export type AiModelProblem = z.infer<typeof aiModelProblem>;

/** A model for the recogniser on this server, and how far it has come. */
export const aiModel = z.object({
  id: z.string(),
  name: z.string(),
  /** Codes such as `de`. */
  languages: z.array(z.string()),
  licence: z.object({ name: z.string(), url: z.string() }),
  /** Of all its files. */
  bytes: z.number().int().nonnegative(),
  /** That its process takes. */
  memoryMegabytes: z.number().int().nonnegative(),
  state: z.enum(['none', 'waiting', 'loading', 'stopped', 'failed', 'here']),
  /** What is on the disk already. */
  loadedBytes: z.number().int().nonnegative(),
  bytesPerSecond: z.number().int().nonnegative().nullable(),
  problem: aiModelProblem.nullable(),
  /** When it is tried again by itself. */
  nextTryAt: timestamp.nullable(),
  /** Tries that failed, of how many. */
  tries: z.number().int().nonnegative(),
  mostTries: z.number().int().positive(),
  /** What has to be free before it begins, and what is. */
  neededBytes: z.number().int().nonnegative(),
  freeBytes: z.number().int().nonnegative(),
  /** Whether the asker may fetch and remove it: only who runs the server may. */
  isOurs: z.boolean(),
});
export type AiModel = z.infer<typeof aiModel>;
