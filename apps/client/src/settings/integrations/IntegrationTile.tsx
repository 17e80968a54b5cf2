import type { Integration } from '@sidetone/contract/entities/integration.ts';
import { cn } from '#ui/cn.ts';
import { tintOf } from '#ui/initials.ts';

interface IntegrationTileProps {
  integration: Pick<Integration, 'displayName'>;
  large?: boolean;
}

/** The first letter of an integration on its tint. An ornament: the name stands beside it. */
export function IntegrationTile({ integration: { displayName }, large = false }: IntegrationTileProps) {
  const tint = tintOf(displayName);
  return (
    <span
      aria-hidden
      className={cn('grid flex-none place-items-center rounded-m font-semi', large ? 'size-11' : 'size-9')}
      style={{ background: `var(--av-${tint})`, color: `var(--av-${tint}-ink)` }}
    >
      {[...displayName][0]}
    </span>
  );
}
