import type { Page } from '@playwright/test';

/** What an alert holds, as Chromium tells it to screen readers: role and name of each part. */
export async function alertsFor(page: Page): Promise<string[][]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const partsOf = (id: string): string[] => {
    const node = byId.get(id);
    if (!node) return [];
    const parts = (node.childIds ?? []).flatMap(partsOf);
    return node.ignored ? parts : [`${node.role?.value} ${node.name?.value}`, ...parts];
  };
  return nodes.filter(({ ignored, role }) => !ignored && role?.value === 'alert').map(({ nodeId }) => partsOf(nodeId));
}
