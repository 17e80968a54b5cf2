import type { Integration } from '@sidetone/contract/entities/integration.ts';
import { ownContactSource } from '@sidetone/contract/rules/contact-sources.ts';
import { mostNumbersOfOwnContact } from '@sidetone/contract/rules/limits.ts';

/** What kinds of numbers the own address book keeps. The first is what a new number is. */
const ownNumberLabels = ['WORK', 'MOBILE', 'HOME', 'SWITCHBOARD', 'FAX', 'OTHER'] as const;

/** Numbers that one contact of the own address book has at most. */
const ownNumbersPerContact = mostNumbersOfOwnContact;

/**
 * The company's own address book: it is there from the first moment of an account and cannot be disconnected. No attribute
 * is required by itself; a contact needs a name or an organisation.
 */
export const ownBook = {
  name: ownContactSource,
  displayName: 'Sidetone',
  features: ['CONTACT_CREATE', 'CONTACT_UPDATE', 'CONTACT_DELETE'],
  contactAttributes: { FIRST_NAME: 'optional', LAST_NAME: 'optional', ORGANIZATION: 'optional', EMAIL: 'optional' },
  limitations: { maxNumbersPerContact: ownNumbersPerContact },
  phoneNumberLabels: [...ownNumberLabels],
  isOAuth: false,
  configurationValues: [],
  callLoggingEntityTypes: [],
  isEnabled: true,
  isTestAccountOnly: false,
  isTelephonyProvider: false,
  isBuiltIn: true,
  landingPageUrl: '/help#address-book',
} satisfies Omit<Integration, 'id' | 'authenticationRequired'>;

/** The id of an account's own address book, as the database gives it (migration 0015). */
export const ownBookId = (accountId: string): string => `i${accountId}`;
