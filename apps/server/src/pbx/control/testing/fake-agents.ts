import type { Agents } from '../../ports.ts';

/** Claims in memory. */
export class FakeAgents implements Agents {
  readonly claims = new Map<string, string>();
  readonly ended: string[] = [];

  async claim({ callId, userIds }: { callId: string; userIds: readonly string[] }): Promise<readonly string[]> {
    const free = userIds.filter((userId) => (this.claims.get(userId) ?? callId) === callId);
    for (const userId of free) this.claims.set(userId, callId);
    return free;
  }

  async release(callId: string, keep: readonly string[]): Promise<void> {
    for (const [userId, owner] of this.claims) {
      if (owner === callId && !keep.includes(userId)) this.claims.delete(userId);
    }
  }

  async callEnded({ callId, userId, channelId }: Parameters<Agents['callEnded']>[0]): Promise<void> {
    if (this.claims.get(userId) === callId) this.claims.delete(userId);
    this.ended.push(`${userId} ${channelId}`);
  }
}
