//! Enums whose values are words of the command line.

/// Declares an enum, with the name of each value and perhaps a line on it, which is its
/// documentation too, after what else is said of it. What stands behind the enum makes an
/// error of a text that is no name, and all names.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $name:ident: $row:ty {
            $($(#[$more:meta])* $value:ident = $word:literal $(: $line:literal)?,)*
        }
        $($error:expr)?
    ) => {
        $(#[$meta])*
        pub enum $name {
            $(
                $(#[$more])*
                $(#[doc = ""] #[doc = $line])?
                $value,
            )*
        }

        impl $name {
            /// All of them: value, name, and the line where each has one.
            pub const ALL: [$row; [$($word),*].len()] = [$(($name::$value, $word $(, $line)?)),*];

            /// The name, as on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$value => $word,)*
                }
            }

            /// The one of this name.
            pub fn named(name: &str) -> Option<Self> {
                let mut all = Self::ALL.into_iter();
                all.find(|one| one.1 == name).map(|one| one.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        $(impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let error: fn(&str, String) -> String = $error;
                let names = Self::ALL.map(|one| one.1);
                let listed = || crate::nearest::listed(text, &names);
                Self::named(text).ok_or_else(|| error(text, listed()))
            }
        })?
    };
}

pub(crate) use words;
