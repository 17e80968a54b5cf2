import {
  countryOfNumber,
  formatNumber,
  isDialable,
  isValidNumber,
  normalizeNumber,
} from '@sidetone/contract/rules/numbers/dialable.ts';
import { readNumber } from '@sidetone/contract/rules/numbers/number-reading.ts';
import metadata from '@sidetone/contract/rules/numbers/other-plans.ts';
import { addPlans, allCountries, hasAllPlans, type NumberPlans } from '@sidetone/contract/rules/numbers/plans.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { comingPlans } from '../src/platform/number-plans.ts';
import { farPlans, nearPlans } from './number-plans.ts';

const whole: NumberPlans = structuredClone(metadata);
const berlin = { country: 'DE', areaCode: '30' };
const newYork = { country: 'US', areaCode: '212' };

/** As a build has them before the others come. */
function cut(): void {
  const near = nearPlans(whole);
  for (const [code, countries] of Object.entries(near.late)) {
    Reflect.deleteProperty(metadata.country_calling_codes, code);
    for (const country of countries) Reflect.deleteProperty(metadata.countries, country);
  }
  Object.assign(metadata, { late: near.late });
}

afterEach(() => addPlans(farPlans(whole)));

const near = ['+493090018200', '+436641234567', '+41446681800', '+442079460000', '+12125550123', '+390612345678'];
const far = ['+81312345678', '+46812345678', '+2250701234567', '+74951234567'];

test('both parts together are all plans, and no country is in both', () => {
  const [first, later] = [nearPlans(whole), farPlans(whole)];
  expect({ ...first.countries, ...later.countries }).toEqual(whole.countries);
  expect({ ...first.country_calling_codes, ...later.country_calling_codes }).toEqual(whole.country_calling_codes);
  expect(Object.keys(first.countries).filter((country) => country in later.countries)).toEqual([]);
  expect(Object.keys(first.countries)).toEqual(expect.arrayContaining(['DE', 'AT', 'CH', 'GB', 'US', 'CA']));
});

describe('before the other plans come', () => {
  test('numbers of the first countries are written as they stay', () => {
    const stays = near.map(formatNumber);
    cut();
    expect(hasAllPlans()).toBe(false);
    expect(near.map(formatNumber)).toEqual(stays);
    expect(near.map((number) => normalizeNumber(formatNumber(number), berlin))).toEqual(near);
    expect(normalizeNumber('901820', berlin)).toBe('+4930901820');
  });

  test('other numbers are written in one piece after their calling code, and can be dialled', () => {
    cut();
    expect(far.map(formatNumber)).toEqual(['+81 312345678', '+46 812345678', '+225 0701234567', '+7 4951234567']);
    for (const number of far) {
      expect(isDialable(number, berlin)).toBe(true);
      expect([number, normalizeNumber(number, berlin)]).toEqual([number, number]);
      expect(normalizeNumber(number.replace('+', '00'), berlin)).toBe(number);
      expect(normalizeNumber(number.replace('+', '011'), newYork)).toBe(number);
    }
    expect(isValidNumber('+81312345678')).toBe(true);
    expect(countryOfNumber('+81312345678')).toBe('JP');
    expect(readNumber('+81 3', berlin)).toEqual({ is: 'wrong', problem: 'tooShort' });
  });

  test.each(['+999 1234567', '+81', '+81 00 1234567', '0081'])('%s stays no number', (typed) => {
    cut();
    expect(normalizeNumber(typed, berlin)).toBeNull();
  });

  test('every country is known', () => {
    const all = allCountries();
    cut();
    expect(allCountries()).toEqual([...all].sort());
  });
});

test('with the other plans everything is as the library has it', () => {
  const written = far.map(formatNumber);
  cut();
  addPlans(farPlans(whole));
  expect(far.map(formatNumber)).toEqual(written);
  expect(metadata.countries).toEqual(whole.countries);
  expect(hasAllPlans()).toBe(true);
});

describe('what is shown waits for a plan that it needs', () => {
  const row = { id: 'a', participants: [{ number: '+81312345678' }] };

  test('a number or a country whose plan is not there; nothing else', async () => {
    cut();
    const plans = comingPlans({ load: async () => farPlans(whole), wait: () => new Promise(() => {}) });
    expect(plans.whenShowable({ number: '+4930901820', name: 'SE', country: 'DE', nothing: null })).toBeNull();
    expect(plans.whenShowable({ country: 'SE' })).not.toBeNull();
    await plans.whenShowable([row]);
    expect(formatNumber('+81312345678')).toBe('+81 3 1234 5678');
    expect(plans.whenShowable([row])).toBeNull();
  });

  test('asks again where the plans did not come', async () => {
    cut();
    let attempts = 0;
    const load = async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('the network is gone');
      return farPlans(whole);
    };
    await comingPlans({ load, wait: async () => undefined }).bring();
    expect([attempts, hasAllPlans()]).toEqual([3, true]);
  });

  test('is shown all the same when they do not come in time, and nothing waits after that', async () => {
    cut();
    const plans = comingPlans({ load: () => new Promise(() => {}), wait: async () => undefined });
    await plans.whenShowable(row);
    expect(hasAllPlans()).toBe(false);
    expect(plans.whenShowable(row)).toBeNull();
  });
});
