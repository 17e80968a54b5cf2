import { type CompanyPlace, demoPlace, queue, shared } from '../../apps/server/src/demo/company.ts';
import type { SignIn } from './sign-in.ts';

/** What the stories of one file play with: a demo company, its sister of the classic generation, and their numbers. */
export interface Company {
  /** Everything that its statements may see and change; its own account first. */
  readonly accounts: readonly string[];
  /** Six people of the newer generation, two of the classic one. */
  readonly people: readonly SignIn[];
  readonly numbers: CompanyNumbers;
}

export interface CompanyNumbers {
  /** Of the channel that everyone shares. */
  readonly service: string;
  /** Of the queue. */
  readonly support: string;
  /** Someone's own number. */
  of(person: SignIn): string;
}

/** The numbers at this place. */
export const numbersAt = ({ domains, numbers }: CompanyPlace): CompanyNumbers => ({
  service: numbers.newer + shared.lastDigits,
  support: numbers.newer + queue.lastDigits,
  of: ({ email, extension }) => (email.endsWith(`@${domains.classic}`) ? numbers.classic : numbers.newer) + extension,
});

/** Where the company is that a first start makes. */
export const numbersOfDemo = numbersAt(demoPlace);
