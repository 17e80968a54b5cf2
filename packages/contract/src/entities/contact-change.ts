import { z } from 'zod';
import { isPlainLine } from '../rules/plain-line.ts';

const text = z
  .string()
  .trim()
  .max(200)
  .refine(isPlainLine, 'a name has no line ends and no characters that change its direction')
  .nullish();

/**
 * What a new contact is made of; what is missing, null or empty is not known. Which attributes are needed is told by the
 * integration.
 * SENT-021
 */
export const contactCreate = z.object({
  email: z.literal('').or(z.email().max(320)).nullish(),
  firstName: text,
  lastName: text,
  name: text,
  organization: text,
  phoneNumbers: z
    .array(
      z.object({
        label: z.string().max(60).refine(isPlainLine, 'a label is one line'),
        phoneNumber: z.string().min(1).max(100),
      }),
    )
    .max(200)
    .default([]),
});
export type ContactCreate = z.infer<typeof contactCreate>;

/** What another address book has may be longer, and no e-mail address at all: a change of the rest sends it along. */
const kept = z.string().trim().max(1000).nullish();

/**
 * A contact that exists as it is to be from now on. What differs from before has to be as in `contactCreate`.
 * SENT-022
 */
export const contactEdit = contactCreate.extend({
  id: z.string().min(1),
  type: z.string().min(1),
  email: kept,
  firstName: kept,
  lastName: kept,
  name: kept,
  organization: kept,
  /**
   * Which of the numbers that have no E.164 form stay, as `localized` has them. They can only be dialled as they are, and are
   * no part of `phoneNumbers`; without this all of them stay.
   */
  numbersAsTheyAre: z.array(z.string().max(1000)).max(200).optional(),
});
export type ContactEdit = z.infer<typeof contactEdit>;
