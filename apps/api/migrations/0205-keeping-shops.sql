-- Head office keeps the shops and their registers.

set lock_timeout = '3s';

-- Since when a register is out of use; what was sold at it keeps its name.
alter table registers add column closed_at timestamptz;
