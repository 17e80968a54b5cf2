import type { PhoneVendor } from '@sidetone/contract/entities/phone-setup.ts';
import { cisco } from './cisco.ts';
import { gigaset } from './gigaset.ts';
import { grandstream } from './grandstream.ts';
import type { PhoneTemplate } from './phone-facts.ts';
import { snom } from './snom.ts';
import { yealink } from './yealink.ts';

/** How each vendor's phones read their settings. */
export const templates: Readonly<Record<PhoneVendor, PhoneTemplate>> = { yealink, snom, grandstream, gigaset, cisco };
