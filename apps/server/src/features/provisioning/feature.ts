import { type AskedFile, fetchPhoneFile, type PhoneFile, type ProvisioningParts } from './phone-files.ts';

/** What desk phones that set themselves up come to. */
export interface PhoneDoor {
  fetch(asked: AskedFile): Promise<PhoneFile>;
}

/** Desk phones that fetch their settings and the phone book of their company. */
export const phoneDoor = (parts: ProvisioningParts): PhoneDoor => ({ fetch: (asked) => fetchPhoneFile(parts, asked) });
