/** The machine of a listing of the kind `service`. */
export interface MachineTable {
  post_id: string;
  machine: 'baler' | 'chipper' | 'loader' | 'truck' | 'dryer';
  unit: 'hectare' | 'trip';
  /** work per day, in hundredths of a hectare or trip */
  a_day: number;
  /** how far it travels from the town of its listing */
  reach_km: number;
  /** per unit; null when not stated */
  price_centavos: number | null;
  created_at: number;
}

export interface MachineTables {
  machines: MachineTable;
}
