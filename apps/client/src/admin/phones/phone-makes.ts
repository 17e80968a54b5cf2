import { type PhoneVendor, phoneVendors } from '@sidetone/contract/entities/phone-setup.ts';

/**
 * How MAC addresses of a vendor's phones begin. What is not here has its vendor in words; Cisco has hundreds, for all that it
 * makes.
 */
const prefixes: Readonly<Record<PhoneVendor, readonly string[]>> = {
  yealink: ['001565', '805ec0', '805e0c', '249ad8', '3497d7', '44dbd2'],
  snom: ['000413'],
  grandstream: ['000b82', 'c074ad', 'ec74d7'],
  gigaset: ['7c2f80'],
  cisco: [],
};

/** How a vendor names its models. Cisco's are four digits, as extensions may be, and are read behind its name alone. */
const modelShapes: Readonly<Record<PhoneVendor, RegExp>> = {
  yealink: /^(?:sip-)?(?:t[2-5]\d[a-z]{0,2}|w[5-9]\d[a-z]|ax\d{2}[a-z]|cp\d{3})$/i,
  snom: /^(?:snom)?d[1378]\d{2}[a-z]{0,2}$/i,
  grandstream: /^(?:gxp|grp|gxv|dp|wp)\d{3,4}[a-z]?$/i,
  gigaset: /^n[68]\d0[a-z]{0,3}$/i,
  cisco: /^cp-\d{4}[a-z0-9-]*$/i,
};

/** The vendor whose phones have such a MAC address, in any writing; null where that is not known. */
export const vendorOfMac = (mac: string): PhoneVendor | null => {
  const digits = mac.replace(/[^0-9a-f]/gi, '').toLowerCase();
  return phoneVendors.find((vendor) => prefixes[vendor].some((prefix) => digits.startsWith(prefix))) ?? null;
};

/** The vendor that this word names. */
export const vendorNamed = (word: string): PhoneVendor | null =>
  phoneVendors.find((vendor) => vendor === word.toLowerCase()) ?? null;

/** The vendor that has a model of this name. */
export const vendorOfModel = (word: string): PhoneVendor | null =>
  phoneVendors.find((vendor) => modelShapes[vendor].test(word)) ?? null;
