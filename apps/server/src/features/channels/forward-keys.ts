import type {
  ForwardRule,
  ForwardTarget,
  ForwardWhen,
  LineForwarding,
  LineForwardingChange,
} from '@sidetone/contract/entities/line-forwarding.ts';

/** A rule that a key of a desk phone can stand for: for everyone, at any time. Others are nothing that a phone could show. */
const isPlain = (rule: ForwardRule, when: ForwardWhen): boolean =>
  rule.when === when && rule.callers.kind === 'all' && rule.times === null;

/** The rule that the key of a phone shows: the one that counts, else the first. */
export function ruleOfKey({ rules }: LineForwarding, when: ForwardWhen): ForwardRule | undefined {
  const plain = rules.filter((rule) => isPlain(rule, when));
  return plain.find(({ isOn }) => isOn) ?? plain[0];
}

/** Whether the key of a phone is lit. */
export const isKeyOn = (forwarding: LineForwarding, when: ForwardWhen): boolean =>
  forwarding.isOn && ruleOfKey(forwarding, when)?.isOn === true;

/**
 * What a key changes in the rules. Off: the plain rules of its occasion are kept and do not count. On: one counts, with this
 * target, or with null the one that it has; undefined where it has none. Where all rules were off, only this one counts then.
 */
export function changeByKey(
  forwarding: LineForwarding,
  when: ForwardWhen,
  { isOn, to }: { readonly isOn: boolean; readonly to: ForwardTarget | null },
): Pick<LineForwardingChange, 'isOn' | 'rules'> | undefined {
  const { rules } = forwarding;
  if (!isOn) return { rules: rules.map((rule) => (isPlain(rule, when) ? { ...rule, isOn: false } : rule)) };
  const before = ruleOfKey(forwarding, when);
  const target = to ?? before?.to;
  if (target === undefined) return undefined;
  const others = forwarding.isOn ? rules : rules.map((rule) => ({ ...rule, isOn: false }));
  const own: ForwardRule = { when, callers: { kind: 'all' }, times: null, to: target, isOn: true };
  const at = before === undefined ? -1 : rules.indexOf(before);
  return { isOn: true, rules: at === -1 ? [...others, own] : others.with(at, own) };
}
