import type { NumberPlans } from '@sidetone/contract/rules/numbers/plans.ts';
import type { Plugin } from 'vite';

/**
 * Countries whose plans of numbers come with the app: the German-speaking ones, those beside them, and North America.
 * Countries of one calling code stay together, since only all of them tell whose a number is. Plans of other countries come after the phone,
 * or before the first sight of a number of them (`platform/number-plans.ts`).
 */
const first = 'DE AT CH LI LU NL BE FR IT VA PL CZ DK ES GB GG IM JE'.split(' ');
const firstCodes = ['1'];

const library = /[\\/]libphonenumber-js[\\/]metadata\.min\.json\.js$/;
const others = /[\\/]numbers[\\/]other-plans\.ts$/;

const plansOf = (code: string): NumberPlans =>
  JSON.parse(code.slice(code.indexOf('export default ') + 'export default '.length));

type Entries = [string, readonly string[]][];

/** The calling codes of the first countries, and the others. */
function cutCodes({ country_calling_codes }: NumberPlans): { near: Entries; far: Entries } {
  const all = Object.entries(country_calling_codes);
  const isNear = ([code, countries]: Entries[number]): boolean =>
    firstCodes.includes(code) || countries.every((country) => first.includes(country));
  return { near: all.filter(isNear), far: all.filter((one) => !isNear(one)) };
}

const countriesOf = ({ countries }: NumberPlans, codes: Entries): Record<string, unknown> =>
  Object.fromEntries(codes.flatMap(([, of]) => of.map((country) => [country, countries[country]])));

/** What comes with the app; `late` names what does not. */
export function nearPlans(all: NumberPlans): NumberPlans & { late: Record<string, readonly string[]> } {
  const { near, far } = cutCodes(all);
  return {
    ...all,
    country_calling_codes: Object.fromEntries(near),
    countries: countriesOf(all, near),
    late: Object.fromEntries(far),
  };
}

/** What comes later. */
export function farPlans(all: NumberPlans): NumberPlans {
  const { far } = cutCodes(all);
  return { country_calling_codes: Object.fromEntries(far), countries: countriesOf(all, far) };
}

/** Cuts the plans of numbers in two: those that come with the app, and those that come later. */
export function numberPlans(isWhole: boolean): Plugin {
  let cuts = 0;
  return {
    name: 'sidetone-number-plans',
    apply: 'build',
    transform: {
      filter: { id: [library, others] },
      async handler(code, id) {
        if (!isWhole) return null;
        cuts += 1;
        if (library.test(id)) return { code: `export default ${JSON.stringify(nearPlans(plansOf(code)))}`, map: null };
        const file = await this.resolve('libphonenumber-js/min/metadata', id);
        if (file === null) this.error('the plans of numbers were not found');
        const far = farPlans(plansOf(await this.fs.readFile(file.id, { encoding: 'utf8' })));
        // Text is read faster than code.
        return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(far))})`, map: null };
      },
    },
    buildEnd(error) {
      if (error === undefined && isWhole && cuts !== 2) this.error('the plans of numbers were not cut in two');
    },
  };
}
