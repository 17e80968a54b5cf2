import type { EntityRef } from '../../crm/crm-side.ts';
import type { Candidate, Match } from './log/matches.ts';

export interface Known {
  /** Contacts that have the number of a call, of all connected CRMs. */
  readonly matches: readonly Match[];
  /** Whom somebody named of several contacts with this number, by the name of the CRM. */
  readonly choices: ReadonlyMap<string, EntityRef>;
  /** The types of records that a user wants calls logged to in a CRM. */
  typesOf(source: string): readonly string[];
}

interface Defaults {
  readonly entities: readonly Candidate[];
  /** In at least one CRM several contacts have the number, and nothing tells which of them it is. */
  readonly isAmbiguous: boolean;
}

/** Records that a call is logged to by itself at most, in one CRM. */
const mostOfOne = 50;
const companyTypes: readonly string[] = ['companies', 'accounts'];

/**
 * What a call is logged to before anyone chose: in each CRM the contact that has the number, and what belongs to it of the
 * types that the user wants, but nothing that is closed (SLOG-013); a caller of another type is not of it (SLOG-011). Several
 * contacts with one number are never all of it: who was named before is, else the company that they all belong to.
 */
export function defaultsOf({ matches, choices, typesOf }: Known): Defaults {
  const sources = [...new Set(matches.map(({ source }) => source))];
  const found = sources.map((source) => {
    const ofSource = onceEach(matches.filter((one) => one.source === source));
    return ofOneCrm(ofSource, choices.get(source) ?? null, typesOf(source));
  });
  return {
    entities: found.flatMap((entities) => entities ?? []),
    isAmbiguous: found.includes(null),
  };
}

/**
 * The contacts of which it matters what belongs to them, at most `most` of each CRM: who called, where a user wants calls logged to
 * more than contacts of that kind; of several that may have called, those that may have a company in common.
 */
export function contactsToAsk({ matches, choices, typesOf }: Known, most: number): Match[] {
  const sources = [...new Set(matches.map(({ source }) => source))];
  return sources.flatMap((source) => {
    const types = typesOf(source);
    const ofSource = onceEach(matches.filter((one) => one.source === source));
    const caller = callerOf(ofSource, choices.get(source) ?? null);
    if (caller) return types.some((type) => type !== caller.type) ? [caller] : [];
    const wantsCompany = types.some((type) => companyTypes.includes(type));
    return wantsCompany && ofSource.length <= most ? ofSource : [];
  });
}

/** Who it is: the one that somebody named, or the only one; null where nothing tells. */
function callerOf(matches: readonly Match[], choice: EntityRef | null): Match | null {
  const named = choice && matches.find((one) => keyOf(one) === keyOf(choice));
  return named ?? (matches.length === 1 ? (matches[0] ?? null) : null);
}

/** Null where nothing tells who it is. */
function ofOneCrm(
  matches: readonly Match[],
  choice: EntityRef | null,
  types: readonly string[],
): readonly Candidate[] | null {
  const caller = callerOf(matches, choice);
  if (caller) return ofContact(caller, types);
  const company = companyOfAll(matches);
  return company && types.includes(company.type) ? [company] : null;
}

function ofContact(match: Match, types: readonly string[]): readonly Candidate[] {
  const { related, ...contact } = match;
  return onceEach([contact, ...related])
    .filter(({ type, isOpen }) => types.includes(type) && isOpen !== false)
    .slice(0, mostOfOne);
}

/** The one company to which each of them belongs, or which it is itself. */
function companyOfAll(matches: readonly Match[]): Candidate | null {
  const companies = matches.map(({ related, ...contact }) =>
    onceEach([contact, ...related]).filter(({ type, isOpen }) => companyTypes.includes(type) && isOpen !== false),
  );
  const [first = [], ...others] = companies;
  const shared = first.filter((one) => others.every((list) => list.some((other) => keyOf(other) === keyOf(one))));
  return shared.length === 1 ? (shared[0] ?? null) : null;
}

const keyOf = ({ type, id }: EntityRef): string => `${type}:${id}`;

/** In their order, each record once. */
const onceEach = <One extends EntityRef>(records: readonly One[]): One[] => {
  const seen = new Set<string>();
  return records.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
};
