//! The types of Parquet that can be read, and the columns that they become.

use std::any::Any;

use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type};
use parquet::data_type::ByteArray;
use parquet::schema::types::ColumnDescriptor;

/// The type of the cells of a supported column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Bool,
    Signed,
    Unsigned,
    /// Integers that are divided by this power of ten.
    Decimal(f64),
    Float,
    /// Days since 1970.
    Days,
    /// Moments since 1970, of which a day has this number.
    Moments(i64),
    Text,
}

impl Kind {
    /// Returns the kind of a column, or an error that says what is not supported.
    pub(super) fn of(column: &ColumnDescriptor) -> Result<Kind, String> {
        let physical = column.physical_type();
        let unannotated = column.converted_type() == ConvertedType::NONE;
        match (column.logical_type_ref(), column.converted_type()) {
            (Some(LogicalType::Date), _) | (_, ConvertedType::DATE) => return Ok(Kind::Days),
            (Some(LogicalType::Time(_)), _) | (_, ConvertedType::TIME_MILLIS | ConvertedType::TIME_MICROS) => {
                return Err("times".to_owned());
            }
            (Some(LogicalType::Timestamp(timestamp)), _) => {
                return Ok(Kind::Moments(match timestamp.unit {
                    TimeUnit::MILLIS => 86_400_000,
                    TimeUnit::MICROS => 86_400_000_000,
                    TimeUnit::NANOS => 86_400_000_000_000,
                }));
            }
            (_, ConvertedType::TIMESTAMP_MILLIS) => return Ok(Kind::Moments(86_400_000)),
            (_, ConvertedType::TIMESTAMP_MICROS) => return Ok(Kind::Moments(86_400_000_000)),
            (Some(LogicalType::Decimal(_)), _) | (_, ConvertedType::DECIMAL) => {
                return match physical {
                    Type::INT32 | Type::INT64 => Ok(Kind::Decimal(10_f64.powi(column.type_scale()))),
                    _ => Err(format!("decimals of type {physical}")),
                };
            }
            _ => {}
        }
        match (physical, column.logical_type_ref(), column.converted_type()) {
            (Type::BOOLEAN, ..) => Ok(Kind::Bool),
            (Type::FLOAT | Type::DOUBLE, ..) => Ok(Kind::Float),
            (Type::INT32 | Type::INT64, Some(LogicalType::Integer(integer)), _) => {
                Ok(if integer.is_signed { Kind::Signed } else { Kind::Unsigned })
            }
            (
                Type::INT32 | Type::INT64,
                None,
                ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32 | ConvertedType::UINT_64,
            ) => Ok(Kind::Unsigned),
            (Type::INT32 | Type::INT64, None | Some(LogicalType::Unknown), _) => Ok(Kind::Signed),
            (Type::BYTE_ARRAY, Some(LogicalType::String | LogicalType::Enum | LogicalType::Json), _)
            | (Type::BYTE_ARRAY, None, ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON) => {
                Ok(Kind::Text)
            }
            // Some writers do not annotate strings.
            (Type::BYTE_ARRAY, None | Some(LogicalType::Unknown), _) if unannotated => Ok(Kind::Text),
            _ => Err(format!("the type {physical}")),
        }
    }

    /// Returns the number that an integer of this kind stands for.
    pub(super) fn scaled(self, value: f64) -> f64 {
        match self {
            Kind::Decimal(divisor) => value / divisor,
            _ => value,
        }
    }
}

/// Returns the text of a cell for a message.
pub(super) fn text<T: Any + ToString>(value: &T) -> String {
    match (value as &dyn Any).downcast_ref::<ByteArray>() {
        Some(bytes) => String::from_utf8_lossy(bytes.data()).into_owned(),
        None => value.to_string(),
    }
}
