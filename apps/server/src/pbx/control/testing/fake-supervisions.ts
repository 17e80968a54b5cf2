import type { AllowedSupervision, Supervisions } from '../../supervision.ts';

/** Keeps in memory who may listen and who did. */
export class FakeSupervisions implements Supervisions {
  /** Who may, by user; administrators are in `administrators` as well. */
  readonly allowed = new Map<string, AllowedSupervision>();
  readonly administrators = new Set<string>();
  /** What was noted, in words. */
  readonly lines: string[] = [];

  async ruleFor({ userId, channelId, asAdministrator }: Parameters<Supervisions['ruleFor']>[0]) {
    if (channelId.startsWith('c-') || (this.administrators.has(userId) && !asAdministrator)) return null;
    return this.allowed.get(userId) ?? null;
  }

  async began({ supervisorId, agentId, rule }: Parameters<Supervisions['began']>[0]): Promise<void> {
    this.lines.push(`${supervisorId} began with ${agentId} ${rule}`);
  }

  async changed(_supervision: Parameters<Supervisions['changed']>[0], mode: string): Promise<void> {
    this.lines.push(mode);
  }

  async ended(_supervision: Parameters<Supervisions['ended']>[0], why: string): Promise<void> {
    this.lines.push(`ended ${why}`);
  }
}
