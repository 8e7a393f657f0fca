/** The machine of a listing of the kind `service`. */
export interface MachineTable {
  post_id: string;
  machine: 'baler' | 'chipper' | 'loader' | 'truck' | 'dryer';
  unit: 'hectare' | 'trip';
  /** what it does in a day: a hundred of them are a hectare, or a trip */
  a_day: number;
  /** how far it goes from the town of its listing */
  reach_km: number;
  /** of a unit; null when it is not stated */
  price_centavos: number | null;
  created_at: number;
}

export interface MachineTables {
  machines: MachineTable;
}
