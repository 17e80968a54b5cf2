import type { ForwardWhen } from '@sidetone/contract/entities/line-forwarding.ts';
import type {
  LastCall,
  OwnLines,
  PhoneAsker,
  PhoneFeatureChange,
  PhoneFeatures,
} from '@sidetone/contract/rules/phones/phone-features.ts';

const off = { isOn: false, to: '' };

/** Lines that can be switched by codes, in memory; nothing is forwarded to `999`. */
export class FakeOwnLines implements OwnLines {
  readonly asked: [PhoneAsker, PhoneFeatureChange][] = [];
  readonly lines = new Map<string, PhoneFeatures>();
  last: LastCall | null = null;

  of = async (userIds: readonly string[]) => new Map(userIds.map((id) => [id, this.#line(id)] as const));

  change = async (by: PhoneAsker, change: PhoneFeatureChange) => {
    this.asked.push([by, change]);
    const before = this.#line(by.userId);
    if (change.feature === 'doNotDisturb') {
      this.lines.set(by.userId, { ...before, isDnd: change.isOn });
      return 'done' as const;
    }
    const { feature, isOn, to } = change;
    const known = before.forwards[feature].to;
    if (to === '999' || (isOn && to === null && known === '')) return 'refused' as const;
    const forward = { isOn, to: to ?? known };
    this.lines.set(by.userId, { ...before, forwards: { ...before.forwards, [feature]: forward } });
    return 'done' as const;
  };

  lastCall = async () => this.last;

  #line(userId: string): PhoneFeatures {
    const forwards: Record<ForwardWhen, typeof off> = { always: off, busy: off, noAnswer: off, unreachable: off };
    return this.lines.get(userId) ?? { lineId: `c-${userId}`, isDnd: false, forwards, ringSeconds: 20 };
  }
}
