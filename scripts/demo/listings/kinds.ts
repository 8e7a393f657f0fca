import type { DemoListing } from '#demo/types.ts';

type Rest = Partial<DemoListing> & Pick<DemoListing, 'untilIn'>;

const of =
  (kind: DemoListing['kind']) =>
  (material: DemoListing['material'], town: string, rest: Rest): DemoListing => ({
    kind,
    material,
    town,
    ...rest,
  });

export const offer = of('offer');
export const need = of('need');
export const service = of('service');

export const SAN_ISIDRO = { province: 'Nueva Ecija', barangay: 'Pulo' };
export const SAN_MIGUEL = { province: 'Bulacan' };
